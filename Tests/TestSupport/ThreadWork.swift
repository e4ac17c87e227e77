import Glibc

/// The work of the current thread, in which what other threads and processes do does not count.
public enum ThreadWork {
  /// The seconds that the thread has worked so far.
  public static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
