public import Terminal

/// Finds the command for a key, and keeps the digits typed before it as a count: `5j`, `12G`.
@MainActor public struct KeyMap {
  /// The outcome of a key.
  public enum Outcome {
    /// It calls a command, with the count typed before it.
    case command(Command, count: Int?)
    /// It is a digit of a count, which is this so far.
    case counting(Int)
    /// It gave up the count typed so far.
    case countDropped
    /// It calls nothing.
    case unbound
  }

  /// The count typed so far.
  public private(set) var count: Int?
  /// Keys that more than one command claims; they call the first.
  public let conflicts: [KeyEvent]
  private let commands: [KeyEvent: Command]

  /// The highest count that is understood; more digits are ignored.
  public static let highestCount = 99_999_999

  /// Creates a map of the keys of `commands`.
  public init(_ commands: [Command]) {
    var map: [KeyEvent: Command] = [:]
    var conflicts: [KeyEvent] = []
    for command in commands {
      for key in command.description.keys {
        if map[key] == nil { map[key] = command } else { conflicts.append(key) }
      }
    }
    self.commands = map
    self.conflicts = conflicts
  }

  /// The command that `key` calls.
  public func command(for key: KeyEvent) -> Command? { commands[key] }

  /// Takes the next key.
  public mutating func consume(_ key: KeyEvent) -> Outcome {
    if let digit = digit(key) {
      let now = (count ?? 0) * 10 + digit
      count = now <= Self.highestCount ? now : count
      return .counting(count ?? 0)
    }
    let typed = count
    count = nil
    if key == .escape, typed != nil { return .countDropped }
    guard let command = commands[key] else { return .unbound }
    return .command(command, count: typed)
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
