internal import Terminal

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

  /// Creates a table of `commands`.
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

  /// The table as plain text of at most `width` columns, for manuals: a heading, then each command with its keys, and
  /// what it does beside them, and the sentence about numbers.
  public func plainText(width: Int) -> String {
    let widest = commands.map { SafeText.width(of: $0.keysText) }.max() ?? 0
    let column = min(widest + 2, max(12, width / 3))
    return groups().map { group in
      let lines = group.commands.flatMap { command in
        let text = command.helpText
        return WrappedText.rows(
          command.keysText, text, column: column, width: max(column + 8, width - 2)
        ).map { "  \($0)\n" }
      }
      return group.title + "\n" + lines.joined()
    }.joined(separator: "\n") + "\n"
      + WrappedText.lines(of: Self.countNote, width: width).map { $0 + "\n" }.joined()
  }
}
