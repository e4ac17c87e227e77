#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <unistd.h>
#include <wchar.h>

int cpty_open(int *master) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return errno;
  if (grantpt(fd) || unlockpt(fd)) {
    int cause = errno;
    close(fd);
    return cause;
  }
  *master = fd;
  return 0;
}

// The program leads a session: it has no terminal but that which it opens, and is ended together with its children.
static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int cause = posix_spawnattr_setsigmask(attributes, &none);
  if (!cause) cause = posix_spawnattr_setsigdefault(attributes, &all);
  if (cause) return cause;
  return posix_spawnattr_setflags(
      attributes, (short)(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

// A session leader without a terminal that opens one gets it as its controlling terminal: tty(4).
static int use_terminal(posix_spawn_file_actions_t *actions, const char *slave) {
  int cause = posix_spawn_file_actions_addopen(actions, 0, slave, O_RDWR, 0);
  if (!cause) cause = posix_spawn_file_actions_adddup2(actions, 0, 1);
  if (!cause) cause = posix_spawn_file_actions_adddup2(actions, 0, 2);
  return cause;
}

static int use_files(posix_spawn_file_actions_t *actions, const char *output, const char *errors) {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  int cause = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!cause) cause = posix_spawn_file_actions_addopen(actions, 1, output, flags, 0600);
  if (!cause) cause = posix_spawn_file_actions_addopen(actions, 2, errors, flags, 0600);
  return cause;
}

// Starts a program in a terminal or, without one, with files.
static int spawn(const char *slave, const char *output, const char *errors, const char *program,
                 char *const arguments[], char *const environment[], const char *folder, pid_t *pid) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int cause = posix_spawnattr_init(&attributes);
  if (cause) return cause;
  if ((cause = posix_spawn_file_actions_init(&actions))) {
    posix_spawnattr_destroy(&attributes);
    return cause;
  }
  cause = set_attributes(&attributes);
  if (!cause) cause = slave ? use_terminal(&actions, slave) : use_files(&actions, output, errors);
  if (!cause) cause = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!cause && folder) cause = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!cause) cause = posix_spawnp(pid, program, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return cause;
}

int cpty_spawn(int master, const char *program, char *const arguments[], char *const environment[],
               const char *folder, pid_t *pid) {
  char slave[64];
  int cause = ptsname_r(master, slave, sizeof slave);
  return cause ? cause : spawn(slave, NULL, NULL, program, arguments, environment, folder, pid);
}

int cpty_spawn_plain(const char *output, const char *errors, char *const arguments[],
                     char *const environment[], const char *folder, pid_t *pid) {
  return spawn(NULL, output, errors, arguments[0], arguments, environment, folder, pid);
}

int cpty_process(pid_t pid) { return pidfd_open(pid, 0); }

int cpty_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

// The locale of the thread is changed for a moment only, so the process keeps the one it has.
int cpty_width(uint32_t scalar) {
  pthread_once(&once, make_utf8);
  if (!utf8) return 1;
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(before);
  return width;
}
