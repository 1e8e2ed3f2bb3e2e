/* What makes an installed dash or zsh into the oracle: functions of the system that the loader finds here first. The shell is
   started as usual, `NAME -c …`; its `main` is called once for each job instead. Only programs that would start, and files
   that redirections would open, are logged. Where this library is not loaded, the shell never sees a line. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core.h"

extern char **environ;

static int (*shell_main)(int, char **, char **);

static int start(int count, char **words, char **environment) {
    environ = environment;
    return shell_main(count, words, environment);
}

static int serve(int count, char **words, char **environment) { return oracle_serve(count, words, environment, start); }

int __libc_start_main(int (*main)(int, char **, char **), int count, char **words, void (*begin)(void), void (*end)(void),
                      void (*loader)(void), void *stack) {
    int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    shell_main = main;
    return real(serve, count, words, begin, end, loader, stack);
}

int execve(const char *name, char *const words[], char *const environment[]) {
    (void)environment;
    /* zsh hands the path on as it found it, dash too: the name is in the words */
    (void)name;
    oracle_program((char **)words);
    _exit(0);
}

pid_t fork(void) {
    static pid_t (*real)(void);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fork");
    oracle_fork();
    oracle_step();
    return real();
}

pid_t vfork(void) { return fork(); }

/* zsh waits until what it started is gone, which signal 0 tells it. The kernel refuses every signal to a job, so that the
   answer would always be that it is there. */
int kill(pid_t process, int signal) {
    if (!oracle_in_job()) return (int)syscall(SYS_kill, process, signal);
    if (signal == 0 && process > 0) return getpgid(process) < 0 ? -1 : 0;
    errno = EPERM;
    return -1;
}

int killpg(pid_t group, int signal) { return kill(group, signal); }

int chdir(const char *path) {
    static int (*real)(const char *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "chdir");
    return oracle_change_directory(path, real);
}

char *getcwd(char *room, size_t size) {
    static char *(*real)(char *, size_t);
    const char *directory = oracle_directory();
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "getcwd");
    if (!oracle_in_job() || !*directory) return real(room, size);
    if (!room) return strdup(directory);
    if (strlen(directory) >= size) {
        errno = ERANGE;
        return NULL;
    }
    return strcpy(room, directory);
}

/* Every program is where the search path leads, and the directory is where `cd` says; nowhere else does anything answer but
   as the schedule says. */
static const char place[] = "/nowhere/";

#define ABOUT(name)                                                                                                      \
    int name(const char *path, struct name *room) {                                                                     \
        static int (*real)(const char *, struct name *);                                                                \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                                                           \
        const int found = oracle_in_job() && !strncmp(path, place, sizeof place - 1);                                   \
        if (!found && real(path, room) == 0) return 0;                                                                  \
        if (!found && (!oracle_in_job() || !oracle_is_above(path))) return -1;                                        \
        memset(room, 0, sizeof *room);                                                                                  \
        room->st_mode = found ? S_IFREG | 0755 : S_IFDIR | 0755;                                                        \
        return 0;                                                                                                        \
    }

ABOUT(stat)
ABOUT(stat64)

int access(const char *path, int mode) {
    static int (*real)(const char *, int);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "access");
    return oracle_in_job() && !strncmp(path, place, sizeof place - 1) ? 0 : real(path, mode);
}

static int opened(const char *name, int flags, int mode, const char *function) {
    int (*real)(const char *, int, ...);
    const char *texts[] = { oracle_directory(), name };
    const int writes = (flags & O_ACCMODE) != O_RDONLY;
    const size_t length = strlen(name);
    *(void **)&real = dlsym(RTLD_NEXT, function);
    /* what the shell itself reads: its descriptors, its modules, its start files, the terminal */
    if (!oracle_in_job() || !strncmp(name, "/dev/", 5) || !strcmp(name, "/") || (!writes && (!strncmp(name, "/etc/", 5) || !strncmp(name, "/usr/", 5) || !strncmp(name, "/proc/", 6))))
        return real(name, flags, mode);
    /* `.` looks for its file where programs are, and zsh for what it has compiled of it */
    if (!writes && (!strncmp(name, place, sizeof place - 1) || (length > 4 && !strcmp(name + length - 4, ".zwc")))) {
        errno = ENOENT;
        return -1;
    }
    oracle_record(writes ? '>' : '<', 2, texts);
    return oracle_file(name, flags);
}

/* zsh writes a here-document to a file of which it keeps the name. */
int mkstemp(char *template) {
    static int next = 200;
    int file = (int)syscall(SYS_memfd_create, "document", 0);
    if (file < 0 || next > 240 || dup2(file, next) < 0) return -1;
    strcpy(template, "/dev/fd/");
    template[8] = (char)('0' + next / 100);
    template[9] = (char)('0' + next / 10 % 10);
    template[10] = (char)('0' + next++ % 10);
    template[11] = 0;
    return file;
}

#define OPEN(name)                                                                                                       \
    int name(const char *path, int flags, ...) {                                                                         \
        int mode = 0;                                                                                                    \
        if (flags & O_CREAT) {                                                                                           \
            va_list rest;                                                                                                \
            va_start(rest, flags);                                                                                       \
            mode = va_arg(rest, int);                                                                                    \
            va_end(rest);                                                                                                \
        }                                                                                                                \
        return opened(path, flags, mode, #name);                                                                         \
    }

OPEN(open)
OPEN(open64)
