/* What makes a bash into the oracle: functions that the linker puts in place of bash's own and the system's (`--wrap`), and
   of `main` and `open` in some of its files (`-D`). tests/oracle/build.sh says which. */

#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell.h"
#include "builtins/common.h"
#include "core.h"

extern char **environ;

int bash_main(int, char **, char **);

static int start(int count, char **words, char **environment) {
    environ = environment;
    return bash_main(count, words, environment);
}

int main(int count, char **words, char **environment) { return oracle_serve(count, words, environment, start); }

/* Every simple command with words comes through here once. */
WORD_LIST *__real_expand_words(WORD_LIST *);
WORD_LIST *__wrap_expand_words(WORD_LIST *list) {
    WORD_LIST *words, *word;
    const char *texts[4098];
    size_t count = 1;
    char kind;
    oracle_step();
    words = __real_expand_words(list);
    if (!words) return words;
    kind = find_function(words->word->word) ? 'F' : find_shell_builtin(words->word->word) ? 'B' : 'X';
    texts[0] = oracle_directory();
    for (word = words; word && count < 4096; word = word->next) texts[count++] = word->word->word;
    oracle_record(kind, count, texts);
    return words;
}

/* Every program is there, unless the line has a function for those that are not. */
char *__wrap_search_for_command(const char *name, int flags) {
    (void)flags;
    if (find_function("command_not_found_handle") && oracle_choose("found", name, 2)) return NULL;
    return strdup(name);
}

/* Bash starts itself anew where the kernel does not know a file: that is what a shell in a line comes to. What stands where
   the file's name would be is an option that changes nothing. */
int __wrap_execve(char *name, char **words, char **environment) {
    char **shell = oracle_program(words);
    (void)environment;
    while ((*words++ = *shell++)) {}
    strcpy(name, "-h");
    errno = ENOEXEC;
    return -1;
}

pid_t __real_fork(void);
pid_t __wrap_fork(void) {
    oracle_fork();
    return __real_fork();
}

int __real_chdir(const char *);
int __wrap_chdir(const char *path) { return oracle_change_directory(path, __real_chdir); }

char *__real_getcwd(char *, size_t);
char *__wrap_getcwd(char *room, size_t size) {
    const char *directory = oracle_directory();
    if (!*directory) return __real_getcwd(room, size);
    if (!room) return strdup(directory);
    if (strlen(directory) >= size) {
        errno = ERANGE;
        return NULL;
    }
    return strcpy(room, directory);
}

/* What `test` asks of files. */
int __wrap_sh_stat(const char *path, struct stat *about) {
    memset(about, 0, sizeof *about);
    about->st_mode = (oracle_choose("kind", path, 2) ? S_IFDIR : S_IFREG) | 0755;
    about->st_size = 1;
    if (oracle_choose("exists", path, 2) == 0) return 0;
    errno = ENOENT;
    return -1;
}

int __wrap_sh_eaccess(const char *path, int mode) {
    (void)mode;
    return oracle_choose("access", path, 2) ? -1 : 0;
}

void *__wrap_dlopen(const char *path, int flags) {
    (void)path;
    (void)flags;
    return NULL;
}

/* `open` of redir.c and of `$(<file)`. */
int oracle_redirect_open(const char *name, int flags, ...) {
    const char *texts[] = { oracle_directory(), name };
    const char writes = (flags & O_ACCMODE) == O_RDONLY ? '<' : '>';
    if (strncmp(name, "/dev/fd/", 8) == 0 && writes == '<') return open(name, flags);
    oracle_record(writes, 2, texts);
    return oracle_file(name, flags);
}

/* `open` of the builtin `.`: it reads what the line itself hands over. */
int oracle_source_open(const char *name, int flags, ...) {
    if (strncmp(name, "/dev/fd/", 8) == 0 || strcmp(name, "/dev/stdin") == 0) return open(name, flags);
    errno = ENOENT;
    return -1;
}
