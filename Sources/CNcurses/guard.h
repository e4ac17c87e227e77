#ifndef PROOFSHEET_CNCURSES_GUARD_H
#define PROOFSHEET_CNCURSES_GUARD_H

/*
 * What happens inside a signal handler. This is C, although C here is otherwise only shims, because a handler
 * may interrupt the Swift runtime anywhere and must not call into it: no allocation, no lazy globals, no
 * exclusivity checks. Everything called here is in the list of signal-safety(7).
 *
 * The state is weak, not static: a header is compiled into every object file whose code comes to use it, by
 * inlining too, and all of them must mean the same variable.
 */

#include <errno.h>
#include <linux/memfd.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define PS_SIGNALS 65

/* <sys/mman.h> hides it from Swift's importer. */
extern int memfd_create(const char *name, unsigned int flags);

struct ps_guard_text {
  size_t length;
  char bytes[];
};

__attribute__((weak)) struct ps_guard_state {
  int armed;                 /* whether the terminal is ours and must be given back */
  int tty;                   /* the terminal */
  struct termios termios;    /* how it was */
  struct ps_guard_text *end;          /* what takes it back, prepared while that was safe, or NULL */
  struct ps_guard_text *pictures;     /* what takes away what the terminal shows and holds besides text, or NULL */
  struct ps_guard_text *old_end;      /* the ones before, which a handler on another thread may still read */
  struct ps_guard_text *old_pictures;
  int message;               /* memory file that stands in for standard error, or -1 */
  int standard_error;        /* the real one */
  int notices;               /* pipe that notifies the event loop of signals, or -1 */
  int grace;                 /* seconds that a request to end may take while the event loop runs, or 0 */
  int deferred;              /* the request to end that waits, or 0 */
  struct sigaction previous[PS_SIGNALS];
} ps_guard = {.message = -1, .standard_error = -1, .notices = -1};

/* How long a terminal may take nothing, in milliseconds: the program must end even if its window hangs. */
#define PS_WRITE_PATIENCE 5000

/* Writes all bytes, also to a terminal that another program made non-blocking. */
static inline void ps_write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(fd, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      struct pollfd descriptor = {.fd = fd, .events = POLLOUT};
      if (poll(&descriptor, 1, PS_WRITE_PATIENCE) == 0) return;
      continue;
    }
    if (count <= 0) return;
    bytes += count;
    length -= (size_t)count;
  }
}

/* Makes standard error what it was, and says there what was said meanwhile. */
static inline void ps_guard_release_errors(void) {
  if (ps_guard.message < 0) return;
  dup2(ps_guard.standard_error, STDERR_FILENO);
  char buffer[512];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(ps_guard.message, buffer, sizeof buffer, offset)) > 0) {
    ps_write_all(STDERR_FILENO, buffer, (size_t)count);
    offset += count;
  }
  close(ps_guard.message);
  close(ps_guard.standard_error);
  ps_guard.message = -1;
  ps_guard.standard_error = -1;
}

/* Catches standard error in memory, so that a message does not end up in the middle of the screen. */
static inline void ps_guard_catch_errors(void) {
  if (ps_guard.message >= 0 || !isatty(STDERR_FILENO)) return;
  int message = memfd_create("standard error", MFD_CLOEXEC);
  if (message < 0) return;
  ps_guard.standard_error = dup(STDERR_FILENO);
  dup2(message, STDERR_FILENO);
  ps_guard.message = message;
}

/* Gives the terminal back, once. */
static inline void ps_guard_restore(void) {
  if (!__atomic_exchange_n(&ps_guard.armed, 0, __ATOMIC_SEQ_CST)) return;
  struct ps_guard_text *pictures = __atomic_load_n(&ps_guard.pictures, __ATOMIC_SEQ_CST);
  if (pictures) ps_write_all(ps_guard.tty, pictures->bytes, pictures->length);
  struct ps_guard_text *end = __atomic_load_n(&ps_guard.end, __ATOMIC_SEQ_CST);
  if (end) ps_write_all(ps_guard.tty, end->bytes, end->length);
  tcsetattr(ps_guard.tty, TCSANOW, &ps_guard.termios);
  ps_guard_release_errors();
}

/* Has a request to end wait until the event loop has saved and remembered what it must: it is notified, or has ended already,
   and then the program is about to end. The alarm ends a program that does not get there. A second request ends it at once, but no
   SIGHUP is one: of a window that is closed, the shell and the kernel send one each, and a system that shuts down sends it
   besides SIGTERM. */
static int ps_guard_defer(int number) {
  if (number != SIGTERM && number != SIGHUP && number != SIGINT) return 0;
  int grace = __atomic_load_n(&ps_guard.grace, __ATOMIC_SEQ_CST);
  if (grace <= 0) return 0;
  int before = 0;
  if (!__atomic_compare_exchange_n(
          &ps_guard.deferred, &before, number, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return number == SIGHUP || __atomic_exchange_n(&ps_guard.deferred, number, __ATOMIC_SEQ_CST) == SIGHUP;
  alarm((unsigned)grace);
  int notices = __atomic_load_n(&ps_guard.notices, __ATOMIC_SEQ_CST);
  unsigned char byte = (unsigned char)number;
  return notices < 0 || write(notices, &byte, 1) == 1;
}

/* Gives the terminal back, then lets the signal do what it would have done without us. */
static void ps_guard_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  if (ps_guard_defer(number)) {
    errno = saved;
    return;
  }
  ps_guard_restore();
  /* The end of the grace: the program ends by the request. */
  int deferred = __atomic_load_n(&ps_guard.deferred, __ATOMIC_SEQ_CST);
  if (number == SIGALRM && deferred) {
    sigaction(deferred, &ps_guard.previous[deferred], NULL);
    raise(deferred);
    /* Both would be pending, and the system would deliver the lower number first. */
    errno = saved;
    return;
  }
  sigaction(number, &ps_guard.previous[number], NULL);
  /* A fault of an instruction comes again when it is run again; a signal from another process does not. */
  if (info->si_code <= 0 || info->si_code == SI_KERNEL) raise(number);
  errno = saved;
}

/* Notifies the event loop. */
static void ps_guard_notice(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  if (write(ps_guard.notices, &byte, 1) < 0) { /* the pipe is full: the loop will wake anyway */ }
  errno = saved;
}

static inline void ps_guard_install(int number, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | flags};
  action.sa_sigaction = handler;
  sigfillset(&action.sa_mask);
  sigaction(number, &action, &ps_guard.previous[number]);
  /* Who started us may want it ignored, as nohup does. */
  if (ps_guard.previous[number].sa_handler == SIG_IGN) sigaction(number, &ps_guard.previous[number], NULL);
}

/* Signals that end the program. The second stack is there for an overflow of the first. */
static inline void ps_guard_watch_fatal(int number) { ps_guard_install(number, ps_guard_fatal, SA_ONSTACK); }

/* Signals that the event loop answers. */
static inline void ps_guard_watch_notice(int number) { ps_guard_install(number, ps_guard_notice, SA_RESTART); }

static inline void ps_guard_unwatch(int number) { sigaction(number, &ps_guard.previous[number], NULL); }

/* Gives the calling thread a second stack for handlers, unless it has one: an overflow leaves no room on the
   first. It stays for as long as the thread may run. */
static inline void ps_guard_prepare_thread(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  stack.ss_size = 64 * 1024;
  stack.ss_flags = 0;
  stack.ss_sp = malloc(stack.ss_size);
  if (stack.ss_sp) sigaltstack(&stack, NULL);
}

/* Replaces a text, whole for a handler that runs meanwhile, by a copy of other bytes; by NULL without bytes. */
static inline void ps_guard_replace(
    struct ps_guard_text **place, struct ps_guard_text **old, const char *bytes, size_t length) {
  struct ps_guard_text *text = length > 0 ? malloc(sizeof *text + length) : NULL;
  if (text) {
    text->length = length;
    memcpy(text->bytes, bytes, length);
  }
  struct ps_guard_text *before = __atomic_exchange_n(place, text, __ATOMIC_SEQ_CST);
  free(*old);
  *old = before;
}

/* From now on the terminal is ours, and `bytes` take it back; they are copied. */
static inline void ps_guard_arm(int tty, const struct termios *termios, const char *bytes, size_t length) {
  ps_guard.tty = tty;
  ps_guard.termios = *termios;
  ps_guard_replace(&ps_guard.end, &ps_guard.old_end, bytes, length);
  __atomic_store_n(&ps_guard.armed, 1, __ATOMIC_SEQ_CST);
  ps_guard_catch_errors();
}

/* The terminal was given back in the ordinary way. */
static inline void ps_guard_disarm(void) {
  __atomic_store_n(&ps_guard.armed, 0, __ATOMIC_SEQ_CST);
  ps_guard_release_errors();
}

/* What is to be written before the other bytes from now on; it is copied. Without bytes, nothing. */
static inline void ps_guard_set_pictures(const char *bytes, size_t length) {
  ps_guard_replace(&ps_guard.pictures, &ps_guard.old_pictures, bytes, length);
}

static inline void ps_guard_set_notices(int fd) { __atomic_store_n(&ps_guard.notices, fd, __ATOMIC_SEQ_CST); }

/* While `seconds` is not 0, a request to end the program waits for its ordinary end, at most for this long. */
static inline void ps_guard_set_grace(int seconds) {
  __atomic_store_n(&ps_guard.grace, seconds, __ATOMIC_SEQ_CST);
}

static inline void ps_guard_at_exit(void) { atexit(ps_guard_restore); }

/* Stops the program as Control-Z in an ordinary one would: the others of its job first, so that a make or a
   shell script around it stops too, then this thread, which goes on here when the job is continued. */
static inline void ps_guard_stop(void) {
  struct sigaction action = {.sa_handler = SIG_IGN}, stopped, continued;
  sigaction(SIGTSTP, &action, &stopped);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGCONT, &action, &continued); /* what comes after a stop of our own is no news */
  sigaction(SIGTSTP, &action, NULL);
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask); /* threads of the dispatch library block it */
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &stopped, NULL);
  sigaction(SIGCONT, &continued, NULL);
}

#endif
