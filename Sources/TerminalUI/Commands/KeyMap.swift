public import Terminal

/// Finds the command for a key, and keeps the digits typed before it as a count: `5j`, `12G`.
@MainActor public struct KeyMap {
  /// The count typed so far.
  public private(set) var count: Int?
  private let commands: [KeyEvent: Command]

  /// The highest count that is understood; more digits are ignored.
  public static let highestCount = 99_999_999

  /// Creates a map of the keys of `commands`; a key that several of them claim calls the first.
  public init(_ commands: [Command]) {
    let keys = commands.flatMap { command in command.description.keys.map { ($0, command) } }
    self.commands = Dictionary(keys, uniquingKeysWith: { first, _ in first })
  }

  /// The command that `key` calls.
  public func command(for key: KeyEvent) -> Command? { commands[key] }

  /// Takes the next key, and returns the command that it calls, with the count typed before; `nil` if it calls none: it belongs to
  /// a count, or ends one, or has no command.
  public mutating func consume(_ key: KeyEvent) -> (command: Command, count: Int?)? {
    if let digit = digit(key) {
      let now = (count ?? 0) * 10 + digit
      count = now <= Self.highestCount ? now : count
      return nil
    }
    let typed = count
    count = nil
    // Esc gives up the count only.
    if key == .escape, typed != nil { return nil }
    return commands[key].map { ($0, typed) }
  }

  /// The digit that `key` adds to a count.
  ///
  /// A count does not begin with 0, and a digit may have a command.
  private func digit(_ key: KeyEvent) -> Int? {
    guard let typed = key.typed, typed.isASCII, let digit = typed.wholeNumberValue else { return nil }
    if count == nil, digit == 0 || commands[key] != nil { return nil }
    return digit
  }
}
