/// The error of a command that the user ended.
struct Interrupted: Error {
  let signal: Int32
  let cause: any Error

  /// The exit status that a shell reports for a program ended by a signal.
  var status: Int32 { 128 + signal }
}
