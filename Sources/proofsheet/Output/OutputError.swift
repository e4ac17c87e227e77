/// Standard output did not take what was written.
struct OutputError: Error, CustomStringConvertible {
  let number: Int32

  /// A Boolean value that indicates whether the reader closed the pipe: it has the wanted output, so there is
  /// nothing to report.
  var isBrokenPipe: Bool { number == EPIPE }

  var description: String { "The output cannot be written: \(String(cString: strerror(number)))." }
}
