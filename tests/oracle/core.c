/* The core of a shell that logs what it would run and runs nothing.

   Standard input holds jobs, each three texts ended by NUL: a seed, variables for the environment (joined by \1), and a
   line. Each job is run by a fresh copy of the process, in the server's directory, with the words that the server was started
   with, the last of them replaced by the line. What the hooks of a
   shell report is collected in memory that all processes of the job share, and written to standard output when the last of
   them is gone: how the job ended, NUL, the log's bytes in decimal, NUL, and the log. That is records of a letter and a
   number, NUL, and that many texts, each ended by NUL; where the job was ended by force, one of them may be torn.

   Whatever a hook misses, the kernel refuses: a job may start no program, open no file for writing, make, remove or
   rename nothing, send no signal, reach no network. */

#define _GNU_SOURCE
#include "core.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOG_BYTES (4u << 20)
#define MOST_STEPS 400
#define MOST_FORKS 120
#define MOST_MILLISECONDS 3000
#define NOTHING_FD 251

struct shared {
    atomic_uint used, steps, forks;
    atomic_int overrun;
    char log[LOG_BYTES];
};

static struct shared *shared;
static int in_job;
static ino_t first_input;
static uint64_t seed;
static uint64_t place;
static char directory[8192];

int oracle_in_job(void) { return in_job; }

static void end_of_share(void) {
    atomic_store(&shared->overrun, 1);
    _exit(0);
}

void oracle_record(char kind, size_t count, const char *const *texts) {
    char head[32];
    size_t length = (size_t)snprintf(head, sizeof head, "%c%zu", kind, count) + 1, at;
    for (size_t i = 0; i < count; i++) length += strlen(texts[i]) + 1;
    if (length > LOG_BYTES / 4) end_of_share();
    at = atomic_fetch_add(&shared->used, (unsigned)length);
    if (at + length > LOG_BYTES) {
        atomic_fetch_sub(&shared->used, (unsigned)length);
        end_of_share();
    }
    strcpy(shared->log + at, head);
    at += strlen(head) + 1;
    for (size_t i = 0; i < count; i++) {
        strcpy(shared->log + at, texts[i]);
        at += strlen(texts[i]) + 1;
    }
}

void oracle_step(void) {
    if (!in_job) return;
    place++;
    if (atomic_fetch_add(&shared->steps, 1) > MOST_STEPS) end_of_share();
}

void oracle_fork(void) {
    if (in_job && atomic_fetch_add(&shared->forks, 1) > MOST_FORKS) end_of_share();
}

unsigned oracle_choose(const char *what, const char *text, unsigned choices) {
    uint64_t hash = seed * 0x9E3779B97F4A7C15u + place * 0xD1B54A32D192ED03u;
    if (seed == 0) return 0;
    if (seed == 1) return choices - 1;
    for (; *what; what++) hash = (hash ^ (unsigned char)*what) * 0x100000001B3u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9u;
    hash ^= hash >> 32;
    return (unsigned)(hash % choices);
}

/* What programs print: nothing, words, flags, patterns, and texts that are code where a shell reads them again. */
static const char *const outputs[] = {
    "o1\n", "", "o1 o2\n", "-rf\n", "/etc\n", "x=1\ny=2\n", "p q\nr s\n", "*\n", "7\n",
    "a[$(c7 inj)]\n", "$(c6 sub)\n", "`c5 tick`\n", "../up\n", "x[$(c4 idx)]=1\n", "PATH=/evil\n", "d1\n", "c9 out; c8 put\n",
};

static void feed(int descriptor) {
    const char *text = outputs[oracle_choose("output", "", sizeof outputs / sizeof *outputs)];
    (void)!write(descriptor, text, strlen(text));
}

static int shell_name(const char *word) {
    const char *name = strrchr(word, '/');
    name = name ? name + 1 : word;
    return !strcmp(name, "bash") || !strcmp(name, "sh");
}

static void copy_input(void) {
    char bytes[4096];
    ssize_t count;
    while ((count = read(0, bytes, sizeof bytes)) > 0 && write(1, bytes, (size_t)count) == count) oracle_step();
}

/* The words that a wrapper without options starts. */
static char **started(char **words) {
    const char *name = words[0];
    if (!words[1] || words[1][0] == '-') return NULL;
    if (!strcmp(name, "sudo") && strchr(words[1], '=')) return NULL;
    if (!strcmp(name, "sudo") || !strcmp(name, "nohup") || !strcmp(name, "nice") || !strcmp(name, "setsid")) return words + 1;
    if (!strcmp(name, "timeout")) return words[2] && words[2][0] != '-' ? words + 2 : NULL;
    if (!strcmp(name, "env")) {
        for (words++; *words && strchr(*words, '='); words++) {}
        return *words && !shell_name(*words) ? words : NULL;
    }
    return NULL;
}

/* `xargs COMMAND…` without options, for input without quotes. */
static char **appended(char **words) {
    static char text[65536];
    static char *all[2048];
    size_t count = 0, used = 0;
    ssize_t got;
    if (strcmp(words[0], "xargs") || !words[1] || words[1][0] == '-') return NULL;
    while (used < sizeof text - 1 && (got = read(0, text + used, sizeof text - 1 - used)) > 0) used += (size_t)got;
    text[used] = 0;
    if (strpbrk(text, "'\"\\")) return NULL;
    for (words++; *words && count < 1024; words++) all[count++] = *words;
    for (char *word = strtok(text, " \t\n"); word && count < 2047; word = strtok(NULL, " \t\n")) all[count++] = word;
    all[count] = NULL;
    return all;
}

/* Does it print a number, as everybody knows? */
static int counts(char **words) {
    if (!words[1]) return !strcmp(words[0], "nproc");
    if (words[2]) return 0;
    return (!strcmp(words[0], "date") && !strcmp(words[1], "+%s")) ||
           (!strcmp(words[0], "wc") && words[1][0] == '-' && words[1][1] && strchr("lwcm", words[1][1]) && !words[1][2]);
}

char **oracle_program(char **words) {
    for (;;) {
        const char *texts[4098];
        size_t count = 1;
        char **next;
        oracle_step();
        texts[0] = oracle_directory();
        for (char **word = words; *word && count < 4096; word++) texts[count++] = *word;
        oracle_record('C', count, texts);
        if (!words[0]) _exit(0);
        if (shell_name(words[0])) {
            /* what a person types there is not the line's */
            struct stat about;
            if (fstat(0, &about) == 0 && about.st_ino == first_input) dup2(NOTHING_FD, 0);
            return words;
        }
        if (!(next = started(words)) && !(next = appended(words))) break;
        words = next;
    }
    if ((!strcmp(words[0], "cat") && (!words[1] || !strcmp(words[1], "-"))) || (!strcmp(words[0], "tee")))
        copy_input();
    else if (counts(words))
        (void)!write(1, "7\n", 2);
    else
        feed(1);
    _exit(oracle_choose("status", words[0], 2) ? 1 : 0);
}

int oracle_file(const char *name, int flags) {
    int ends[2];
    /* what is always there can always be opened */
    int standard = !strcmp(name, "/dev/null") || !strcmp(name, "/dev/stdout") || !strcmp(name, "/dev/stderr");
    if (!standard && oracle_choose("file", name, 12) == 11 && seed > 1) {
        errno = EACCES;
        return -1;
    }
    if ((flags & O_ACCMODE) != O_RDONLY || !strcmp(name, "/dev/null")) return dup(NOTHING_FD);
    if (pipe(ends) < 0) return -1;
    feed(ends[1]);
    close(ends[1]);
    return ends[0];
}

/* Joins a path to the directory and takes `.` and `..` away. */
static void resolve(const char *path, char *whole, size_t size) {
    static char joined[16384];
    char *save = NULL;
    snprintf(joined, sizeof joined, "%s/%s", *path == '/' ? "" : oracle_directory(), path);
    *whole = 0;
    for (char *name = strtok_r(joined, "/", &save); name; name = strtok_r(NULL, "/", &save)) {
        size_t used = strlen(whole);
        if (!strcmp(name, ".")) continue;
        if (!strcmp(name, "..")) {
            char *last = strrchr(whole, '/');
            if (last) *last = 0;
        } else if (used + strlen(name) + 2 < size) {
            snprintf(whole + used, size - used, "/%s", name);
        }
    }
    if (!*whole) strcpy(whole, "/");
}

int oracle_change_directory(const char *path, int (*change)(const char *)) {
    char whole[sizeof directory];
    resolve(path, whole, sizeof whole);
    if (!in_job || change(whole) == 0 || (*path && oracle_choose("cd", whole, 2) == 0)) {
        strcpy(directory, whole);
        return 0;
    }
    errno = ENOENT;
    return -1;
}

const char *oracle_directory(void) { return directory; }

int oracle_is_above(const char *path) {
    char whole[sizeof directory];
    size_t length;
    resolve(path, whole, sizeof whole);
    length = strlen(whole);
    return !strncmp(whole, directory, length) && (length == 1 || !directory[length] || directory[length] == '/');
}

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define REFUSED SECCOMP_RET_ERRNO | EPERM
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define NEVER(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, REFUSED)
/* Only for reading. */
#define READ_ONLY(name, argument)                                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(args[argument]),                                         \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 0, 1), BPF_STMT(BPF_RET | BPF_K, REFUSED),   \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int fence(void) {
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#if defined __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        READ_ONLY(open, 1),
        NEVER(creat), NEVER(unlink), NEVER(rename), NEVER(mkdir), NEVER(rmdir), NEVER(mknod), NEVER(link), NEVER(symlink),
        NEVER(chmod), NEVER(chown), NEVER(lchown), NEVER(utime), NEVER(utimes), NEVER(futimesat),
#endif
        READ_ONLY(openat, 2),
        NEVER(openat2), NEVER(execve), NEVER(execveat), NEVER(unlinkat), NEVER(renameat), NEVER(renameat2), NEVER(mkdirat),
        NEVER(mknodat), NEVER(linkat), NEVER(symlinkat), NEVER(fchmod), NEVER(fchmodat), NEVER(fchown), NEVER(fchownat),
        NEVER(utimensat), NEVER(truncate), NEVER(ftruncate), NEVER(socket), NEVER(socketpair), NEVER(connect), NEVER(kill),
        NEVER(tkill), NEVER(tgkill), NEVER(rt_sigqueueinfo), NEVER(pidfd_open), NEVER(ptrace), NEVER(process_vm_writev),
        NEVER(prlimit64), NEVER(setrlimit), NEVER(setpriority), NEVER(sched_setaffinity), NEVER(mount), NEVER(umount2),
        NEVER(chroot), NEVER(unshare), NEVER(setns), NEVER(reboot), NEVER(bpf), NEVER(io_uring_setup), NEVER(shmget),
        NEVER(msgget), NEVER(semget), NEVER(mq_open), NEVER(setxattr), NEVER(lsetxattr), NEVER(fsetxattr), NEVER(ioctl),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof rules / sizeof *rules, rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void bound(int what, rlim_t most) {
    struct rlimit limit = { most, most };
    setrlimit(what, &limit);
}

/* What is left of `environment` for the job: its own texts come first and win. */
static char **environment_of(char *texts, char **environment) {
    static char *all[512];
    size_t count = 0;
    for (char *save, *text = strtok_r(texts, "\1", &save); text && count < 200; text = strtok_r(NULL, "\1", &save))
        all[count++] = text;
    for (; *environment && count < 500; environment++)
        if (strncmp(*environment, "LD_", 3)) all[count++] = *environment;
    all[count] = NULL;
    return all;
}

static int run(char **job, int count, char **words, char **environment, int (*start_shell)(int, char **, char **)) {
    int ends[2];
    struct stat about;
    static char *arguments[8];
    seed = strtoull(job[0], NULL, 10);
    in_job = 1;
    setpgid(0, 0);
    if (!getcwd(directory, sizeof directory) || pipe(ends) < 0) _exit(3);
    feed(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    first_input = fstat(0, &about) == 0 ? about.st_ino : 0;
    dup2(NOTHING_FD, 1);
    dup2(NOTHING_FD, 2);
    bound(RLIMIT_CPU, 1);
    bound(RLIMIT_AS, 400u << 20);
    bound(RLIMIT_CORE, 0);
    if (!fence()) _exit(3);
    for (int at = 0; at < count && at < 7; at++) arguments[at] = words[at];
    arguments[count - 1] = job[2];
    return start_shell(count, arguments, environment_of(job[1], environment));
}

static void end_children(void) {
    char path[64], text[4096];
    int file;
    ssize_t length;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    if ((file = open(path, O_RDONLY)) < 0) return;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return;
    text[length] = 0;
    for (char *save, *one = strtok_r(text, " ", &save); one; one = strtok_r(NULL, " ", &save)) {
        int child = atoi(one);
        if (child > 1) kill(child, SIGKILL);
    }
}

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the job and for all that it left behind; says whether it had to be ended. */
static const char *wait_for_all(pid_t first, int *broken) {
    long end = milliseconds() + MOST_MILLISECONDS;
    const char *how = "whole";
    for (;;) {
        int status;
        pid_t child = waitpid(-1, &status, WNOHANG);
        if (child < 0 && errno == ECHILD) return atomic_load(&shared->overrun) ? "bounded" : how;
        if (child == first && WIFEXITED(status) && WEXITSTATUS(status) == 3 && atomic_load(&shared->steps) == 0) *broken = 1;
        if (child == 0) {
            struct timespec pause = { 0, 200000 };
            nanosleep(&pause, NULL);
            if (milliseconds() > end || atomic_load(&shared->forks) > MOST_FORKS) {
                how = "late";
                end_children();
            }
        }
    }
}

static char *all_input(size_t *length) {
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    ssize_t count;
    while ((count = read(0, text + used, room - used - 1)) > 0)
        if ((used += (size_t)count) + 1 == room) text = realloc(text, room *= 2);
    text[used] = 0;
    *length = used;
    return text;
}

static int put(const char *text, size_t length) {
    while (length) {
        ssize_t count = write(1, text, length);
        if (count <= 0) return 0;
        text += count;
        length -= (size_t)count;
    }
    return 1;
}

int oracle_serve(int count, char **words, char **environment, int (*start_shell)(int, char **, char **)) {
    size_t length;
    char *input = all_input(&length), *at = input;
    int nothing = open("/dev/null", O_RDWR);
    if (count < 2 || count > 7) return 3;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || dup2(nothing, NOTHING_FD) < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return 3;
    close(nothing);
    while (at < input + length) {
        char *job[3], end[64];
        const char *how;
        pid_t child;
        int broken = 0, size;
        for (int i = 0; i < 3; i++, at += strlen(at) + 1) job[i] = at;
        atomic_store(&shared->used, 0);
        atomic_store(&shared->steps, 0);
        atomic_store(&shared->forks, 0);
        atomic_store(&shared->overrun, 0);
        if ((child = fork()) < 0) return 3;
        if (child == 0) _exit(run(job, count, words, environment, start_shell));
        how = wait_for_all(child, &broken);
        if (broken) return 3;
        size = snprintf(end, sizeof end, "%s%c%u", how, 0, atomic_load(&shared->used)) + 1;
        if (!put(end, (size_t)size) || !put(shared->log, atomic_load(&shared->used))) return 1;
        memset(shared->log, 0, atomic_load(&shared->used));
    }
    return 0;
}
