internal import CTurboJPEG

/// The memory policy of the process.
public enum LargeMemory {
  /// From now on, returns blocks as large as pictures to the system as soon as they are freed.
  ///
  /// Pictures are allocated and freed in blocks of some megabytes, on several threads. By default, glibc
  /// keeps ever larger blocks (mallopt(3), M_MMAP_THRESHOLD). The setting affects the whole process, so the
  /// program makes it, not the library.
  public static func goesBackAtOnce() { ps_return_memory_from(1 << 19) }
}
