public import Terminal

/// The description of a command, without its action: the source of help, keys and the manual.
public struct CommandDescription: Hashable, Sendable, Identifiable {
  /// Its name in settings, such as `list.down`.
  public let id: String
  /// The action in two or three words, such as `Delete photo`.
  public let title: String
  /// The keys that call it; a command without keys is called by its name only.
  public var keys: [KeyEvent]
  /// The action in a sentence; may be empty.
  public let help: String
  /// The effect of a number typed before the key, such as `5j moves 5 rows`; empty if the command takes none.
  public var count: String
  /// The heading it stands under.
  public let group: String

  /// Describes a command.
  public init(
    id: String, title: String, keys: [KeyEvent], help: String = "", count: String = "", group: String
  ) {
    self.id = id
    self.title = title
    self.keys = keys
    self.help = help
    self.count = count
    self.group = group
  }

  /// A Boolean value that indicates whether a number typed before the key is for the command.
  public var takesCount: Bool { !count.isEmpty }

  /// The action and the effect of a number, in one line.
  public var helpText: String {
    [help.isEmpty ? title : help, count].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Its name where commands are typed: the part of its id behind the dot.
  public var name: String { id.split(separator: ".").last.map(String.init) ?? id }

  /// Its keys as help shows them: `j, Down`; without keys, its name: `:quit`.
  public var keysText: String {
    keys.isEmpty ? ":" + name : keys.map(\.description).joined(separator: ", ")
  }
}
