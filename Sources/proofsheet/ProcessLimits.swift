import Foundation

/// The limits that the system sets to the process.
enum ProcessLimits {
  /// The number of files that the program needs to have open at once, libraries and transfers included.
  private static let neededFiles: rlim_t = 64

  /// Prepares the process for limits: those that can be raised are raised, others, and pipes without a reader, fail with a
  /// sentence.
  ///
  /// - Throws: ``Failure`` when too few files can be opened: the libraries below would end the program.
  static func prepare() throws(Failure) {
    // A write beyond a file size limit (ulimit -f), or to a pipe whose reader has ended, fails with an error instead of
    // ending the program. A program that is started has the usual actions again, which it would not if the signals were
    // ignored (execve(2)).
    for number in [SIGXFSZ, SIGPIPE] { signal(number) { _ in } }
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < neededFiles else { return }
    limit.rlim_cur = min(neededFiles, limit.rlim_max)
    guard limit.rlim_cur == neededFiles, setrlimit(resource, &limit) == 0 else {
      throw Failure(
        "Too few files can be opened at once: the limit is \(limit.rlim_max), \(neededFiles) are needed. "
          + "Raise it with “ulimit -n \(neededFiles)”.")
    }
  }
}
