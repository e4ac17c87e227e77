import Browser
import Drafts
import Flickr
import Foundation
import PhotoLibrary
import TOMLKit
import Terminal

/// The settings of a configuration file, in TOML.
struct Configuration: Decodable {
  /// The source of photos.
  var source: String?
  /// The place of the library.
  var library: String?
  /// The base address of Flickr's services.
  var endpoint: String?
  /// The user's key to Flickr's API.
  var apiKey: String?
  /// The file that holds the key.
  var keyFile: String?
  /// A Boolean value that indicates whether there are colors: `auto`, `always` or `never`.
  var color: String?
  /// A Boolean value that indicates whether the mouse is used.
  var mouse: Bool?
  /// The method of showing pictures: a case of ``GraphicsChoice`` by name.
  var graphics: String?
  /// A Boolean value that indicates whether animated pictures move.
  var animation: Bool?
  /// A Boolean value that indicates whether tmux is asked to pass pictures through.
  var tmuxPassthrough: Bool?
  /// The maximum size of the picture cache in megabytes.
  var cacheMegabytes: Int?
  /// For how many days a picture is kept at most.
  var cacheDays: Int?
  /// The line of shell that starts the editor of texts.
  var editor: String?

  /// The sources that the user named, by name.
  var sources: [String: String]?
  /// The keys of commands, by their ids or by the parts of these.
  var keys: [String: KeySetting]?

  /// The programs that open files, by their kinds.
  var open: [String: String]?
  /// The styles of the parts of the screen.
  var colors: ColorSettings?

  /// The names of the keys of a command, one or several, or those of all commands whose ids begin alike: TOML reads
  /// `photo.delete = "x"` as a table in a table.
  struct KeySetting: Decodable {
    private(set) var names: [String] = []
    private(set) var group: [String: KeyNames] = [:]

    init(from decoder: any Decoder) throws {
      if let names = try? KeyNames(from: decoder) {
        self.names = names.names
      } else {
        group = try decoder.singleValueContainer().decode([String: KeyNames].self)
      }
    }
  }

  /// The names of the keys of a command.
  struct KeyNames: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let name = try? container.decode(String.self) {
        names = [name]
      } else {
        names = try container.decode([String].self)
      }
    }
  }

  /// The file that the settings come from, with its text; nil without a file.
  private var origin: (file: URL, text: TOMLText)?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case source, library, endpoint, color, mouse, graphics, animation, editor, sources, keys, open, colors
    case apiKey = "api_key"
    case keyFile = "key_file"
    case tmuxPassthrough = "tmux_passthrough"
    case cacheMegabytes = "cache_megabytes"
    case cacheDays = "cache_days"
  }

  private static let names = CodingKeys.allCases.map(\.rawValue)

  /// No settings.
  init() {}

  /// Reads a file.
  ///
  /// Throws one sentence that names the file, and the line where that is known.
  init(file: URL) throws { try self.init(Self.text(of: file), of: file) }

  /// Returns the text of a file.
  static func text(of file: URL) throws -> String {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Failure("The configuration \(file.path) cannot be read.")
    }
  }

  /// Reads the text of a file, as ``init(file:)`` does.
  init(_ text: String, of file: URL) throws {
    do {
      let table = try TOMLDocument.parse(text)
      if let unknown = table.keys.first(where: { !Self.names.contains($0) }) {
        let line = Self.line(TOMLText(text).lineNumber(of: unknown))
        throw Failure(
          "The configuration \(file.path) has no setting “\(unknown)”\(line); there are: \(Self.list).")
      }
      self = try TOMLDecoder().decode(Configuration.self, from: table)
    } catch let error as TOMLDocument.SyntaxError {
      throw Failure(
        "The configuration \(file.path) is not TOML: line \(error.line): \(error.reason)")
    } catch let error as DecodingError {
      throw Failure(
        "The configuration \(file.path) is wrong: \(Self.sentence(about: error, in: TOMLText(text))).")
    }
    let lines = TOMLText(text)
    origin = (file, lines)
    if let name = sources?.keys.sorted().first(where: PhotoSource.isReserved) {
      let line = Self.line(lines.lineNumber(of: name, in: "sources"))
      throw Failure(
        "The configuration \(file.path) is wrong: “\(name)” is a built-in source; choose another name\(line)."
      )
    }
    if apiKey != nil { try PrivateFile.check(file, called: "The configuration \(file.path) holds a key and") }
    if let library, let place = try? LibraryPlace(library), place.hasPassword {
      try PrivateFile.check(file, called: "The configuration \(file.path) holds a password and")
    }
    if let color, !["auto", "always", "never"].contains(color) {
      throw Failure(
        "The configuration \(file.path) says color “\(color)”; it can be auto, always or never\(line(of: .color))."
      )
    }
    let forms = GraphicsChoice.allCases.map(\.rawValue)
    if let graphics, !forms.contains(graphics) {
      throw Failure(
        "The configuration \(file.path) says graphics “\(graphics)”; it can be \(forms.joined(separator: ", "))\(line(of: .graphics))."
      )
    }
    _ = try makeKeyBindings()
    _ = try makeOpenRules()
    _ = try makeTheme()
    try check(cacheMegabytes, .cacheMegabytes, within: 1...1_000_000, in: file)
    try check(cacheDays, .cacheDays, within: 1...36_500, in: file)
  }

  private func check(_ value: Int?, _ key: CodingKeys, within range: ClosedRange<Int>, in file: URL) throws {
    guard let value, !range.contains(value) else { return }
    throw Failure(
      "The configuration \(file.path) says \(key.rawValue) = \(value); it can be \(range.lowerBound) to \(range.upperBound)\(line(of: key))."
    )
  }

  /// Checks the sources of the file.
  ///
  /// - Throws: A failure with the line of the first text that is not a source.
  func checkSources() throws {
    let texts = namedSources.map { ($0.name, $0.text) } + (source.map { [($0, sources?[$0] ?? $0)] } ?? [])
    for (name, text) in texts {
      do { _ = try LibrarySource(parsing: text) } catch { throw failure(about: error, named: name) ?? error }
    }
  }

  /// The error about a source that the file names, with the line that names it.
  ///
  /// - Parameters:
  ///   - error: The reason why the text is no source.
  ///   - name: The text that was asked for: a name from the table of sources, or the value of `source`.
  /// - Returns: The error; nil without a file.
  func failure(about error: PhotoSourceError, named name: String) -> Failure? {
    guard let origin else { return nil }
    let isNamed = sources?[name] != nil
    let line = Self.line(
      isNamed ? origin.text.lineNumber(of: name, in: "sources") : origin.text.lineNumber(of: "source"))
    var reason = error.description
    if reason.hasPrefix("The ") { reason = "t" + reason.dropFirst() }
    if reason.hasSuffix(".") { reason.removeLast() }
    return Failure("The configuration \(origin.file.path) is wrong: \(reason)\(line).")
  }

  private func line(of key: CodingKeys) -> String { Self.line(origin?.text.lineNumber(of: key.rawValue)) }

  /// The number of a line as the end of a sentence.
  private static func line(_ number: Int?) -> String { number.map { " (line \($0))" } ?? "" }

  /// A Boolean value that indicates whether colors are used.
  var colorPolicy: ColorPolicy {
    switch color {
    case "always": .always
    case "never": .never
    default: .automatic
    }
  }

  /// The keys of the browser's commands.
  ///
  /// - Throws: A ``Failure`` that names the file and the line.
  func makeKeyBindings() throws -> KeyBindings {
    var settings: [String: [String]] = [:]
    for (name, setting) in keys ?? [:] {
      if setting.group.isEmpty { settings[name] = setting.names }
      for (part, keys) in setting.group { settings["\(name).\(part)"] = keys.names }
    }
    do {
      return try KeyBindings(settings)
    } catch {
      throw failure(error, about: error.command, in: "keys")
    }
  }

  /// The programs that open photos.
  ///
  /// - Throws: A ``Failure`` that names the file and the line.
  func makeOpenRules() throws -> OpenRules {
    do {
      return try OpenRules(open ?? [:])
    } catch {
      throw failure(error, about: error.kind, in: "open")
    }
  }

  /// The styles that the user chose.
  ///
  /// - Throws: A ``Failure`` that names the file and the line.
  func makeTheme() throws -> Theme {
    do {
      return try colors?.makeTheme() ?? Theme()
    } catch {
      throw failure(error, about: error.name, in: error.table)
    }
  }

  /// The error in a setting of a table, with its file and line.
  private func failure(_ error: any Error, about name: String, in table: String) -> any Error {
    guard let origin else { return error }
    let line = Self.line(origin.text.lineNumber(of: name, in: table))
    return Failure("The configuration \(origin.file.path) is wrong: \(error)\(line).")
  }

  /// The sources that have names, in the order of these.
  var namedSources: [NamedSource] {
    (sources ?? [:]).sorted { $0.key < $1.key }.map { NamedSource(name: $0.key, text: $0.value) }
  }

  private static var list: String { names.joined(separator: ", ") }
}

// Errors.
extension Configuration {
  /// Returns the expected type of a value, by its key or that of its table, and an example.
  private static func kind(of key: CodingKeys) -> (name: String, example: String) {
    switch key {
    case .mouse, .animation, .tmuxPassthrough: ("true or false", "\(key.rawValue) = true")
    case .cacheMegabytes: ("a whole number", "cache_megabytes = 512")
    case .cacheDays: ("a whole number", "cache_days = 30")
    case .source: ("text", "source = \"feed\"")
    case .color, .graphics: ("text", "\(key.rawValue) = \"auto\"")
    case .open: ("text", "photo = \"imv %f &\"")
    case .colors: ("text", "frame = \"bold cyan\"")
    case .sources: ("text", "birds = \"feed:birds\"")
    case .keys: ("the name of a key, or a list of names", "photo.delete = [\"x\", \"Del\"]")
    case .editor: ("text", "editor = \"vim\"")
    case .library, .endpoint, .apiKey, .keyFile: ("text", "\(key.rawValue) = \"…\"")
    }
  }

  /// Returns the error in a value: “source must be text, as in source = "feed" (line 1)”.
  private static func sentence(about error: DecodingError, in text: TOMLText) -> String {
    let path = error.path
    guard let first = path.first, let key = CodingKeys(rawValue: first) else {
      return "a value has the wrong type"
    }
    let place = Self.line(text.lineNumber(ofPath: path))
    if path.count == 1, [.sources, .open, .colors].contains(key) {
      return "\(first) must be a table, as in [\(first)]\(place)"
    }
    if path.count == 1, key == .keys { return "keys must be a table of commands, as in [keys]\(place)" }
    let (kind, example) = kind(of: key)
    let name = key == .keys ? path.dropFirst().prefix(2).joined(separator: ".") : path.last ?? first
    return "\(name) must be \(kind), as in \(example)\(place)"
  }
}

extension DecodingError {
  /// The names of the setting whose value has the wrong type, from its table on.
  fileprivate var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}
