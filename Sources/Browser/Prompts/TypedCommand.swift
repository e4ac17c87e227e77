import Foundation

/// A line that calls a command: a number, which is that of a row, or the name of a command and what the command takes.
enum TypedCommand {
  case row(Int)
  case call(BrowserCommand, argument: String?)

  /// Understands a line.
  ///
  /// A name can be shortened as long as it fits one command only; an alias must be typed whole.
  ///
  /// - Parameters:
  ///   - text: What was typed after the colon.
  ///   - commands: The commands that can be called.
  /// - Throws: ``CommandLineError``. `nil` is returned for an empty line.
  init?(_ text: String, among commands: [BrowserCommand]) throws(CommandLineError) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return nil }
    // As in other programs of the terminal, :!program needs no blank.
    let name = text.first == "!" ? "!" : String(text.prefix { !$0.isWhitespace })
    let rest = String(text.dropFirst(name.count).trimmingPrefix(while: \.isWhitespace))
    if let row = Int(name), rest.isEmpty {
      self = .row(row)
    } else {
      self = .call(try Self.command(name, among: commands), argument: rest.isEmpty ? nil : rest)
    }
  }

  /// Returns the command with a name or an alias that is typed whole.
  static func named(_ name: String, among commands: [BrowserCommand]) -> BrowserCommand? {
    commands.first { $0.name == name || $0.aliases.contains(name) }
  }

  private static func command(
    _ name: String, among commands: [BrowserCommand]
  ) throws(CommandLineError) -> BrowserCommand {
    if let named = Self.named(name, among: commands) { return named }
    let fitting = commands.filter { $0.name.hasPrefix(name) }
    guard let command = fitting.first else { throw .unknownCommand(name) }
    guard fitting.count == 1 else { throw .ambiguousName(name, fitting.map(\.name)) }
    return command
  }
}
