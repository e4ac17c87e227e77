internal import CTurboJPEG

/// How the process keeps memory.
public enum LargeMemory {
  /// From now on, the system gets back what is as large as pictures are as soon as nobody needs it.
  ///
  /// Pictures come and go in pieces of some megabytes, on several threads; by itself, glibc comes to keep ever larger
  /// ones (mallopt(3), M_MMAP_THRESHOLD). For the whole process: the program decides, not the library.
  public static func goesBackAtOnce() { ps_return_memory_from(1 << 19) }
}
