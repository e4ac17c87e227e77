public import Terminal

/// The description of a command, without its action: the source of help, keys and the manual.
public struct CommandDescription: Hashable, Sendable, Identifiable {
  /// Its name in settings, such as `list.down`.
  public let id: String
  /// The action in two or three words, such as `Delete photo`.
  public let title: String
  /// The keys that call it.
  public var keys: [KeyEvent]
  /// The action in a sentence; may be empty.
  public let help: String
  /// The effect of a number typed before the key, such as `5j moves 5 rows`; empty if the command takes none.
  public let count: String
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

  /// Its keys as help shows them: `j, Down`.
  public var keysText: String { keys.map(\.description).joined(separator: ", ") }
}

/// A Boolean value that indicates whether a command can be called now.
public enum Availability: Hashable, Sendable {
  /// It can.
  case enabled
  /// The command is unavailable, for a reason that the user sees.
  case disabled(reason: String)
}

/// Something the user can have done by a key.
@MainActor public struct Command {
  /// The description of the command.
  public let description: CommandDescription
  private let check: () -> Availability
  private let action: (Int?) -> Void

  /// Creates a command; `action` gets the count typed before the key, if any.
  public init(
    _ description: CommandDescription, availability: @escaping @MainActor () -> Availability = { .enabled },
    action: @escaping @MainActor (Int?) -> Void
  ) {
    self.description = description
    check = availability
    self.action = action
  }

  /// A Boolean value that indicates whether it can be called now, or why not.
  public var availability: Availability { check() }

  /// Performs the command if it is available, and returns whether it was.
  ///
  /// A command that takes no count is not performed with one, and the reason says so.
  @discardableResult
  public func perform(count: Int? = nil) -> Availability {
    if count != nil, !description.takesCount {
      let key = description.keys.first?.description ?? ""
      return .disabled(reason: "\(key) (\(description.title)) takes no number")
    }
    let availability = check()
    if availability == .enabled { action(count) }
    return availability
  }
}
