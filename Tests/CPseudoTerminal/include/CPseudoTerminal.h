// What the terminal driver needs of glibc and Swift cannot see: these declarations need _GNU_SOURCE,
// which the module of the C library is built without.
#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <stdint.h>
#include <sys/types.h>

/// Opens the master of a new pseudo-terminal, non-blocking; an errno on failure, 0 on success.
int cpty_open(int *master);

/// Starts a program as the leader of a new session whose controlling terminal is the slave of `master`,
/// with default signal actions and no other descriptor; an errno on failure (of the exec too).
int cpty_spawn(int master, const char *program, char *const arguments[], char *const environment[],
               const char *folder, pid_t *pid);

/// Starts a program as the leader of a new session without a terminal, with no input and with its output and
/// errors in files, with default signal actions and no other descriptor; an errno on failure (of the exec too).
int cpty_spawn_plain(const char *output, const char *errors, char *const arguments[],
                     char *const environment[], const char *folder, pid_t *pid);

/// A descriptor that becomes readable when a child has ended, or -1 and errno.
int cpty_process(pid_t pid);

/// A descriptor that becomes readable when a number is written to it, or -1 and errno.
int cpty_event(void);

/// Columns of a character as the C library sees them under a UTF-8 locale; -1 when it does not print.
int cpty_width(uint32_t scalar);

#endif
