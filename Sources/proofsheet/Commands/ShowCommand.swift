import ArgumentParser
import Foundation
import PhotoLibrary
import PictureFetching
import Presentation
import Terminal
import TerminalPictures

/// Prints one photo: its picture and what is known of it.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a photo: its picture and its facts.",
    discussion: """
      In a pipe or file, the facts are lines of label and text, separated by a tab, and the picture is printed with \
      --format only.
      """
  )
  .parsedAlone

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The ID of the photo.", valueName: "id")) var id: String
  @Option(
    help: ArgumentHelp(
      "The cells that the picture may take (default: the terminal's width and two thirds of its height).",
      valueName: "colsxrows"),
    transform: Self.size)
  var size: Size?
  @Option(
    help: ArgumentHelp(
      """
      How the picture is shown: \(Self.formats) (default: graphics of the configuration, else auto, which asks the \
      terminal; none in a pipe).
      """, valueName: "form"),
    completion: .list(GraphicsChoice.allCases.map(\.rawValue)),
    transform: Self.format)
  var format: GraphicsChoice?
  @Flag(help: "Print a JSON object, with the path of the picture.") var json = false

  @MainActor
  func run() async throws {
    let configuration = try options.configuration()
    if json { return try printJSON(configuration) }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let usual = isTerminal ? configuration.graphics.flatMap(GraphicsChoice.init) ?? .automatic : .none
    let choice = format ?? usual
    let (terminal, (library, photo)) = try PlainTerminal.find(
      colors: configuration.colorPolicy, asks: choice != .none, while: readPhoto)
    defer { withExtendedLifetime(library) {} }
    var failure: (any Error)?
    do {
      let picture = try await picture(of: photo, choice, on: terminal, configuration)
      if let picture { try Self.write(picture, to: terminal) }
    } catch let error as OutputError {
      throw error
    } catch {
      failure = error
    }
    try isTerminal ? Self.draw(photo, on: terminal) : Self.list(photo)
    if let failure { throw failure }
  }

  /// The photo, in its library.
  @MainActor
  private func readPhoto() throws -> (library: PhotoLibrary, photo: Photo) {
    let library = try options.openForReading()
    guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
    return (library, photo)
  }

  @MainActor
  private func printJSON(_ configuration: Configuration) throws {
    let (library, photo) = try readPhoto()
    let own = photo.filePath.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    let file = own ?? PictureSettings.cache(configuration).file(of: photo.pictureSubject)?.path
    try JSON.write(ShownPhoto(photo: photo, file: file))
    withExtendedLifetime(library) {}
  }

  // MARK: The picture

  @MainActor
  private func picture(
    of photo: Photo, _ choice: GraphicsChoice, on terminal: PlainTerminal, _ configuration: Configuration
  ) async throws -> Picture? {
    let environment = ProcessInfo.processInfo.environment
    guard let style = PictureStyle(for: terminal.capabilities, choice: choice, environment: environment)
    else {
      return nil
    }
    let box = box(on: terminal, style.graphics, above: Self.lines(about: photo))
    let fetcher = PictureSettings.fetcher(configuration, noting: nil, tidies: false)
    return try await Self.picture(
      of: photo.pictureSubject, turns: photo.turns, from: fetcher, style, fitting: box)
  }

  /// Fetches and makes a picture, both beside the main actor.
  @concurrent
  private static func picture(
    of subject: PictureSubject, turns: Int, from fetcher: PictureFetcher, _ style: PictureStyle,
    fitting box: Size
  ) async throws -> Picture {
    try await fetcher.read(subject, longerSide: style.longerSide(in: box), isPatient: false) {
      try await PictureMaker(style: style).fitted($0.bytes, into: box, turns: turns)
    }
  }

  @MainActor
  private func box(on terminal: PlainTerminal, _ graphics: Graphics, above lines: [String]) -> Size {
    guard let screen = terminal.size else { return size ?? Size(width: 80, height: 24) }
    let wanted = size ?? Self.usualBox(on: screen, above: lines)
    // Symbols scroll like text; pictures over cells must be drawn within the screen.
    let isText = graphics == .symbols || graphics == .kittyPlaceholders
    let highest = isText ? wanted.height : max(1, screen.height - 1)
    return Size(width: min(wanted.width, screen.width), height: min(wanted.height, highest))
  }

  /// Two thirds of the screen, or somewhat less if what is known then fits below.
  private static func usualBox(on screen: Size, above lines: [String]) -> Size {
    let rows = lines.map { max(1, (SafeText.width(of: $0) + screen.width - 1) / screen.width) }
    let rest = screen.height - rows.reduce(1, +)
    let height = max(screen.height / 2, min(rest, screen.height * 2 / 3))
    return Size(width: screen.width, height: max(1, height))
  }

  @MainActor
  private static func write(_ picture: Picture, to terminal: PlainTerminal) throws {
    try terminal.guarding {
      var output = Output()
      for piece in terminal.bytes(showing: picture) { try output.bytes(piece) }
      try output.end()
    }
  }

  // MARK: What is known

  /// The facts that the lines above already contain.
  private static let printed: Set = ["Title", "By", "License", "Page"]

  @MainActor
  private static func lines(about photo: Photo) -> [String] {
    let first = [photo.title, PhotoPresentation.credit(of: photo), photo.pageURL ?? ""]
    let facts = PhotoPresentation.facts(of: photo).filter { !printed.contains($0.label) }
    return first.filter { !$0.isEmpty } + facts.map { "\($0.label): \($0.text)" }
  }

  @MainActor
  private static func draw(_ photo: Photo, on terminal: PlainTerminal) throws {
    var output = Output()
    for line in lines(about: photo) { try output.line(terminal.line(line)) }
    try output.end()
  }

  @MainActor
  private static func list(_ photo: Photo) throws {
    var output = Output()
    try output.row(["id", photo.flickrID])
    for (label, text) in PhotoPresentation.facts(of: photo) { try output.row([label.lowercased(), text]) }
    try output.end()
  }
}

extension ShowCommand {
  /// More cells than any window has; the memory that a picture takes grows with them.
  private static let largest = Size(width: 400, height: 200)

  private static func size(_ text: String) throws -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...largest.width).contains(width), (1...largest.height).contains(height)
    else {
      throw ValidationError(
        "--size must be columns and rows, such as 80x24, up to \(largest.width)x\(largest.height).")
    }
    return Size(width: width, height: height)
  }

  private static let formats = GraphicsChoice.allCases.map(\.rawValue).joined(separator: ", ")

  private static func format(_ text: String) throws -> GraphicsChoice {
    guard let choice = GraphicsChoice(rawValue: text) else {
      throw ValidationError("--format must be one of \(formats).")
    }
    return choice
  }
}

/// The JSON form of a photo in `show --json`: as in the list of photos, with the path of the picture on this computer, if
/// any: the user's file or the cached picture.
private struct ShownPhoto: Encodable {
  let photo: Photo
  let file: String?

  private enum Key: String, CodingKey {
    case file
  }

  func encode(to encoder: any Encoder) throws {
    try PhotoOutput(photo).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(file, forKey: .file)
  }
}
