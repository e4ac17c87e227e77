/// All commands, in the order in which help lists them.
public struct CommandTable: Hashable, Sendable {
  /// Commands under one heading.
  public struct Group: Hashable, Sendable {
    /// The heading.
    public let title: String
    /// The commands under it.
    public let commands: [CommandDescription]
  }

  /// The commands in order.
  public let commands: [CommandDescription]

  /// Makes a table of `commands`.
  public init(_ commands: [CommandDescription]) { self.commands = commands }

  /// The commands under their headings, both in the order of the table, narrowed to those that have `filter` in
  /// their title, help, heading or keys, whatever its case.
  public func groups(matching filter: String = "") -> [Group] {
    let wanted = filter.lowercased()
    var titles: [String] = []
    var members: [String: [CommandDescription]] = [:]
    for command in commands where wanted.isEmpty || Self.matches(command, wanted) {
      if members[command.group] == nil { titles.append(command.group) }
      members[command.group, default: []].append(command)
    }
    return titles.map { Group(title: $0, commands: members[$0] ?? []) }
  }

  private static func matches(_ command: CommandDescription, _ wanted: String) -> Bool {
    [command.title, command.helpText, command.group, command.keysText].contains {
      $0.lowercased().contains(wanted)
    }
  }

  /// The sentence about numbers before keys.
  public static let countNote =
    "A number typed before a key counts where an example shows it (5j); other keys take none."

  /// The table as plain text, for manuals: a heading, then a line for each command with its keys, and the sentence
  /// about numbers.
  public var plainText: String {
    let column = (commands.map(\.keysText.count).max() ?? 0) + 2
    return groups().map { group in
      let lines = group.commands.map { command in
        let padding = String(repeating: " ", count: column - command.keysText.count)
        return "  \(command.keysText)\(padding)\(command.helpText)\n"
      }
      return group.title + "\n" + lines.joined()
    }.joined(separator: "\n") + "\n" + Self.countNote + "\n"
  }
}
