/// Ends the program with a message on standard error unless a condition holds.
///
/// It checks correct use of the library, in place of `precondition`, which prints no message in an optimized
/// build: there the program would end with an illegal instruction only. The message is built only if the
/// condition fails.
///
/// - Parameters:
///   - condition: The precondition of the caller.
///   - message: One sentence that names the wrong use and the correct one.
@inlinable
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !condition() { misuse(message(), file: file, line: line) }
}

/// Ends the program with a message on standard error, in debug and release builds.
///
/// - Parameter message: One sentence that names the wrong use and the correct one.
@usableFromInline @inline(never)
package func misuse(
  _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  // Unlike `preconditionFailure`, it prints its message in optimized builds too.
  fatalError(message(), file: file, line: line)
}
