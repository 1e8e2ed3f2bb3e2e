/* What the oracle's shells share: jobs, the schedule, the log, and the fence around a job. See core.c. */

#ifndef ORACLE_CORE_H
#define ORACLE_CORE_H

#include <stddef.h>

/* Serves jobs from standard input until it ends; each starts `start_shell` in a process of its own. */
int oracle_serve(int count, char **words, char **environment, int (*start_shell)(int, char **, char **));

/* Is this process a job, so that hooks are to act? */
int oracle_in_job(void);

/* Adds a record to the log: a letter and texts. */
void oracle_record(char kind, size_t count, const char *const *texts);

/* Counts a command; ends the process when the job has had its share. */
void oracle_step(void);

/* One of `choices` numbers, from the job's seed, this place in the run and a text. Seed 0 is always the first and seed 1
   always the last. */
unsigned oracle_choose(const char *what, const char *text, unsigned choices);

/* Counts a process, likewise. */
void oracle_fork(void);

/* Stands for a program: records its words, writes what the schedule says, and ends the process. Returns only the words of
   a shell (those given, or what a wrapper among them starts), which the caller has to start anew. */
char **oracle_program(char **words);

/* A descriptor for a file that a redirection names; nothing is opened. Below zero, with errno, where the schedule wants it. */
int oracle_file(const char *name, int flags);

/* The job's directory: it may be one that does not exist. */
int oracle_change_directory(const char *path, int (*change)(const char *));
const char *oracle_directory(void);

/* Is this the directory of the job, or one above it? */
int oracle_is_above(const char *path);

#endif
