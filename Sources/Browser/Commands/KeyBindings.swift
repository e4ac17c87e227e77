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
        "“\(text)” is no key that terminals report; keys are named as in the help, such as x, Ctrl-X, Alt-x, F5 or PgDn"
      case .reservedKey(let key, _): "\(key) cannot call a command: digits begin a number, and Ctrl-C quits"
      case .sharedKey(let key, let id, let other): "\(key) would call both \(id) and \(other)"
      }
    }
  }

  /// All commands, in the order of the manual.
  let commands: [BrowserCommand]
  private let places: [BrowserCommand.Place: [BrowserCommand]]
  private let maps: [BrowserCommand.Place: [KeyEvent: BrowserCommand]]
  /// The keys of the commands of each place, by the ids of the commands: hints ask for them in each frame.
  private let keys: [BrowserCommand.Place: [String: [KeyEvent]]]
  /// The keys of all commands, for those that cannot be called in a place.
  private let allKeys: [String: [KeyEvent]]

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
    var places: [BrowserCommand.Place: [BrowserCommand]] = [:]
    var maps: [BrowserCommand.Place: [KeyEvent: BrowserCommand]] = [:]
    var keys: [BrowserCommand.Place: [String: [KeyEvent]]] = [:]
    // A place comes after its base.
    for place in BrowserCommand.Place.allCases {
      let inherited = place.base.flatMap { places[$0] } ?? []
      let here = Self.commands(of: place, among: commands, inherited: inherited)
      places[place] = here
      keys[place] = Self.keys(of: here)
      for command in here {
        for key in command.description.keys where maps[place]?[key] == nil {
          maps[place, default: [:]][key] = command
        }
      }
    }
    (self.places, self.maps, self.keys) = (places, maps, keys)
    allKeys = Self.keys(of: commands)
  }

  private static func keys(of commands: [BrowserCommand]) -> [String: [KeyEvent]] {
    Dictionary(commands.lazy.map { ($0.id, $0.description.keys) }) { first, _ in first }
  }

  /// Returns the commands of a place: its own, those that it shares, and those of its base with the keys that are left.
  private static func commands(
    of place: BrowserCommand.Place, among all: [BrowserCommand], inherited: [BrowserCommand]
  ) -> [BrowserCommand] {
    let here = all.filter { $0.places.contains(place) }
    let isOwn = { (command: BrowserCommand) in place != .lists && command.places == [place] }
    let sorted = here.filter(isOwn) + here.filter { !isOwn($0) }
    let ids = Set(here.map(\.id))
    let taken = Set(here.flatMap(\.description.keys))
    return sorted
      + inherited.filter { !ids.contains($0.id) }.map { command in
        var command = command
        let free = command.description.keys.filter { !taken.contains($0) }
        if free != command.description.keys { command.rebind(free) }
        return command
      }
  }

  /// The commands that can be called in a place, in the order of its help.
  func commands(in place: BrowserCommand.Place) -> [BrowserCommand] { places[place] ?? [] }

  /// The command that a key calls in a place.
  func command(for key: KeyEvent, in place: BrowserCommand.Place) -> BrowserCommand? { maps[place]?[key] }

  /// The command that a key calls in the first place where it calls one.
  func command(for key: KeyEvent) -> BrowserCommand? {
    BrowserCommand.Place.allCases.lazy.compactMap { maps[$0]?[key] }.first
  }

  /// The key of a command in a place as messages name it; its name on the command line if it has none there.
  func key(of command: BrowserCommand, in place: BrowserCommand.Place = .lists) -> String {
    name(of: command, firstKey(of: command, in: place))
  }

  private func name(of command: BrowserCommand, _ key: KeyEvent?) -> String {
    key?.description ?? ":\(command.name)"
  }

  /// A command with its key in a place, as hints name it: `u undo`.
  func hint(_ command: BrowserCommand, _ words: String, in place: BrowserCommand.Place) -> KeyHint {
    let key = firstKey(of: command, in: place)
    return KeyHint(name(of: command, key), key: key, words)
  }

  /// The first key of a command in a place, or in any place if it cannot be called in that one; `nil` if it has none.
  func firstKey(of command: BrowserCommand, in place: BrowserCommand.Place = .lists) -> KeyEvent? {
    (keys[place]?[command.id] ?? allKeys[command.id])?.first
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
    let same = ids.filter { $0.split(separator: ".").last == name }
    return Array((same.isEmpty ? ids.filter { !name.isEmpty && $0.contains(name) } : same).prefix(3))
  }
}

nonisolated extension BrowserCommand {
  /// All commands, in the order of the manual.
  static let all = [
    moving, panes, photos, albums, looks, finding, program, onePhoto, culling, comparing, mapping, deleted,
  ].flatMap { $0 }

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
