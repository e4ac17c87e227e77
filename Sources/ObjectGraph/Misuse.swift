/// Ends the program with a sentence on standard error unless a condition holds.
///
/// For wrong use of the library, in place of `precondition`, which says nothing in an optimized build: there the
/// program would end with a bare illegal instruction. The message is built only if the condition fails.
///
/// - Parameters:
///   - condition: The precondition of the caller.
///   - message: One sentence that names what was used wrongly and what to do instead.
@inlinable
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !condition() { misuse(message(), file: file, line: line) }
}

/// Ends the program with a sentence on standard error, in debug and release builds.
///
/// - Parameter message: One sentence that names what was used wrongly and what to do instead.
@usableFromInline @inline(never)
package func misuse(
  _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  // Unlike `preconditionFailure`, it prints its message in optimized builds too.
  fatalError(message(), file: file, line: line)
}
