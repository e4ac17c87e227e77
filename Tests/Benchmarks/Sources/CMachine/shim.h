#include <malloc.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Returns the first 64 cores on which the calling thread may run, as bits. The function of the C library is declared
/// for GNU sources only.
static inline uint64_t cores_of_thread(void) {
  uint64_t cores[16] = {0};
  syscall(SYS_sched_getaffinity, 0, sizeof cores, cores);
  return cores[0];
}

/// Has a thread, 0 for the calling one, run on some of the first 64 cores only.
static inline void hold_thread(pid_t thread, uint64_t cores) {
  syscall(SYS_sched_setaffinity, thread, sizeof cores, &cores);
}
