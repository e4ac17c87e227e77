public import Terminal
public import TerminalUI

/// The commands of the browser with their keys: those of the table, or those that the user's settings name.
public nonisolated struct KeyBindings: Sendable {
  /// An error in the settings of keys.
  public enum SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such command; some have a similar name.
    case unknownCommand(String, similar: [String])
    /// The text is no key.
    case unknownKey(String, command: String)
    /// The key begins a number, or has a fixed meaning.
    case reservedKey(KeyEvent, command: String)
    /// Two commands of a screen would have the same key.
    case sharedKey(KeyEvent, command: String, other: String)

    /// The command whose setting is wrong.
    public var command: String {
      switch self {
      case .unknownCommand(let id, _), .unknownKey(_, let id), .reservedKey(_, let id),
        .sharedKey(_, let id, _):
        id
      }
    }

    /// The error as the end of a sentence.
    public var description: String {
      switch self {
      case .unknownCommand(let id, let similar):
        "there is no command “\(id)”"
          + (similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?")
      case .unknownKey(let text, _):
        "“\(text)” is no key; keys are named as in the help, such as x, Ctrl-X, Alt-x, F5 or PgDn"
      case .reservedKey(let key, _): "\(key) cannot call a command: digits begin a number, and Ctrl-C quits"
      case .sharedKey(let key, let id, let other): "\(key) would call both \(id) and \(other)"
      }
    }
  }

  /// All commands, in the order of the manual.
  let commands: [BrowserCommand]
  private let maps: [BrowserCommand.Place: [KeyEvent: BrowserCommand]]

  /// Makes the bindings of the table.
  public init() { self.init(commands: BrowserCommand.all) }

  /// Makes the bindings of the table with other keys for some commands.
  ///
  /// - Parameter settings: The keys by the ids of their commands; without a key, a command is left to the command line.
  /// - Throws: ``SettingError``.
  public init(_ settings: [String: [String]]) throws(SettingError) {
    let ids = BrowserCommand.all.map(\.id)
    for id in settings.keys.sorted() where !ids.contains(id) {
      throw .unknownCommand(id, similar: Self.similar(to: id, among: ids))
    }
    var commands: [BrowserCommand] = []
    for command in BrowserCommand.all {
      var command = command
      if let names = settings[command.id] { command.rebind(try Self.keys(names, of: command.id)) }
      commands.append(command)
    }
    for place in BrowserCommand.Place.allCases {
      try Self.checkKeys(of: commands.filter { $0.places.contains(place) }, changed: settings)
    }
    self.init(commands: commands)
  }

  private init(commands: [BrowserCommand]) {
    self.commands = commands
    var maps: [BrowserCommand.Place: [KeyEvent: BrowserCommand]] = [:]
    for command in commands {
      for place in command.places {
        for key in command.description.keys where maps[place]?[key] == nil {
          maps[place, default: [:]][key] = command
        }
      }
    }
    self.maps = maps
  }

  /// The commands that can be called in a place, in the order of its help.
  func commands(in place: BrowserCommand.Place) -> [BrowserCommand] {
    let here = commands.filter { $0.places.contains(place) }
    let isOwn = { (command: BrowserCommand) in command.places == [.photo] }
    return here.filter(isOwn) + here.filter { !isOwn($0) }
  }

  /// The command that a key calls in a place.
  func command(for key: KeyEvent, in place: BrowserCommand.Place) -> BrowserCommand? { maps[place]?[key] }

  /// The key of a command as messages name it; its name on the command line if it has none.
  func key(of command: BrowserCommand) -> String {
    firstKey(of: command)?.description ?? ":\(command.name)"
  }

  /// The first key of a command; `nil` if it has none.
  func firstKey(of command: BrowserCommand) -> KeyEvent? {
    commands.first { $0.id == command.id }?.description.keys.first
  }

  /// The commands without what they do, for manuals.
  public var table: CommandTable { CommandTable(commands.map(\.description)) }

  private static func keys(_ names: [String], of id: String) throws(SettingError) -> [KeyEvent] {
    var keys: [KeyEvent] = []
    for name in names {
      guard let key = KeyEvent(name: name) else { throw .unknownKey(name, command: id) }
      guard key.typed?.isNumber != true, key != .control("c") else {
        throw .reservedKey(key, command: id)
      }
      keys.append(key)
    }
    return keys
  }

  private static func checkKeys(
    of commands: [BrowserCommand], changed: [String: [String]]
  ) throws(SettingError) {
    var owners: [KeyEvent: String] = [:]
    for command in commands {
      for key in command.description.keys {
        guard let other = owners.updateValue(command.id, forKey: key), other != command.id else { continue }
        // The error is in the setting, which may be of either command.
        let (wrong, right) = changed[command.id] == nil ? (other, command.id) : (command.id, other)
        throw .sharedKey(key, command: wrong, other: right)
      }
    }
  }

  private static func similar(to id: String, among ids: [String]) -> [String] {
    let name = id.split(separator: ".").last ?? ""
    return ids.filter { $0.split(separator: ".").last == name || !name.isEmpty && $0.contains(name) }
      .prefix(3).map(\.self)
  }
}

nonisolated extension BrowserCommand {
  /// All commands, in the order of the manual.
  static let all = moving + panes + photos + finding + program + onePhoto

  /// Gives the command other keys, also in the example of a number.
  fileprivate mutating func rebind(_ keys: [KeyEvent]) {
    let old = description
    description.keys = keys
    guard let key = keys.first else { return description.count = "" }
    let number = old.count.prefix(while: \.isNumber)
    let example = old.count.dropFirst(number.count).drop { $0 == " " }
    guard let former = old.keys.map(\.description).first(where: example.hasPrefix) else { return }
    let name = key.description
    let space = name.count > 1 ? " " : ""
    description.count = number + space + name + example.dropFirst(former.count)
  }
}
