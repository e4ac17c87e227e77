import Terminal
import TerminalUI

/// A command of the browser, declared once: the maps of keys, help, hints, messages, the command line and the manual come
/// from its declaration.
nonisolated struct BrowserCommand: Sendable {
  /// The screen on which keys call commands.
  enum Place: Hashable, Sendable, CaseIterable {
    /// The lists of photographers and photos.
    case lists
    /// A photo alone.
    case photo
    /// A photo alone that is being judged.
    case cull
    /// Photos beside each other.
    case compare
    /// The map.
    case map
    /// The deleted photos.
    case deleted

    /// The place whose commands can be called here as well, by the keys that the commands of this place leave free.
    var base: Place? {
      switch self {
      case .lists, .photo, .map, .deleted: nil
      case .cull: .photo
      case .compare: .cull
      }
    }
  }

  /// The needs of a command, or the reach of its action.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Acts on the photo under the cursor, or goes where it is: waits for photos that are being read.
    static let onPhotos = Traits(rawValue: 1)
    /// Goes to any row of the list: waits until the list is complete.
    static let onWholeList = Traits(rawValue: 2)
    /// Goes to the row whose number was typed, or to the first: waits only for a row that is not among the first.
    static let onNumberedRow = Traits(rawValue: 16)
    /// Works while help, details or a prompt is open, waits for nothing, and ends no message.
    static let anywhere = Traits(rawValue: 4)
    /// Chooses an arrangement of photos, whichever they are: does not wait for photos that are being read.
    static let onArrangement = Traits(rawValue: 8)
  }

  /// The text that a command takes on the command line.
  struct Argument: Sendable {
    /// Its meaning in a word, such as `FOLDER`.
    let name: String
    /// A Boolean value that indicates whether ``choices`` reads the library.
    var readsLibrary = false
    /// Returns all that can be typed.
    var choices: @MainActor @Sendable (Browser) -> [Choice] = { _ in [] }
    /// Returns completions of what is typed, which take a moment; `nil` if ``choices`` are all there is.
    var loadCompletions: (@MainActor @Sendable (Browser, String) async throws -> [Choice])?
    /// Performs the command with a text, which is not empty.
    let action: @MainActor @Sendable (Browser, String) throws -> Void
  }

  /// Its keys and words.
  var description: CommandDescription
  /// The places where it can be called.
  let places: Set<Place>
  let traits: Traits
  /// The text that it takes on the command line; `nil` if it takes none.
  let argument: Argument?
  /// Further names on the command line.
  let aliases: [String]
  private let check: @MainActor @Sendable (Browser) -> Availability
  private let action: @MainActor @Sendable (Browser, Int?) -> Void

  /// The headings of the help.
  enum Group: String {
    case moving = "Moving"
    case panes = "Panes and views"
    case photos = "Photos"
    case albums = "Albums"
    case one = "A single photo"
    case cull = "Judging (culling)"
    case compare = "Comparing"
    case map = "The map"
    case deleted = "Deleted photos"
    case finding = "Finding"
    case program = "Program"
  }

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - id: The name in settings, of which the part after the dot is the name on the command line.
  ///   - title: The action in two or three words.
  ///   - keys: The keys that call it, unless settings name others.
  ///   - help: The action in a sentence.
  ///   - count: An example of a number before its key; empty if it takes none.
  ///   - group: The heading that it stands under.
  ///   - places: Where it can be called.
  ///   - traits: What it needs.
  ///   - aliases: Further names on the command line.
  ///   - argument: The text that it takes there.
  ///   - check: Returns whether it can be called now.
  ///   - action: Performs it, with the number typed before its key.
  init(
    _ id: String, _ title: String, keys: [KeyEvent], help: String, count: String = "", group: Group,
    places: Set<Place> = [.lists], traits: Traits = [], aliases: [String] = [], argument: Argument? = nil,
    if check: @escaping @MainActor @Sendable (Browser) -> Availability = { _ in .enabled },
    action: @escaping @MainActor @Sendable (Browser, Int?) -> Void
  ) {
    description = CommandDescription(
      id: id, title: title, keys: keys, help: help, count: count, group: group.rawValue)
    self.places = places
    self.traits = traits
    self.aliases = aliases
    self.argument = argument
    self.check = check
    self.action = action
  }

  /// The name in settings, such as `photo.delete`.
  var id: String { description.id }

  /// The name on the command line, such as `delete`.
  var name: String { description.name }

  /// The command with its action in a browser.
  @MainActor func bound(to browser: Browser) -> Command {
    Command(
      description,
      availability: { [weak browser] in browser.map(check) ?? .disabled(reason: "") },
      action: { [weak browser] count in if let browser { action(browser, count) } })
  }
}
