import Foundation

/// The standard input, output and error of the process.
enum StandardStreams {
  /// Opens those that are closed, so that no other file of the process takes their numbers.
  ///
  /// Such an input is empty, and writing to such an output fails as before.
  static func openClosed() {
    while true {
      // The lowest number that is free (open(2)).
      let descriptor = open("/dev/null", O_RDONLY)
      guard descriptor >= 0 else { return }
      if descriptor > STDERR_FILENO {
        close(descriptor)
        return
      }
    }
  }
}
