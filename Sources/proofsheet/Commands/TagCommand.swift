internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Adds tags to photos, and removes tags from them.
struct TagCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Add tags to photos (+TAG), and remove tags from them (-TAG).",
    usage: """
      proofsheet tag [--library <dir|address>] <id> ... <+tag|-tag> ...
      proofsheet tag [--library <dir|address>] --rename <old> <new>
      """)

  @OptionGroup var options: LibraryOptions
  @Flag(help: "Replace the first of two tags by the second one, on all photos.")
  var rename = false
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      """
      The IDs of the photos, and tags: +TAG adds one, -TAG removes one. No refresh changes this. Write -- before \
      words that look like options, such as -h.
      """,
      valueName: "id|+tag|-tag"))
  var arguments: [String]

  /// The arguments without the two hyphens that end the options.
  private var words: [String] {
    guard let end = arguments.firstIndex(of: "--") else { return arguments }
    return Array(arguments[..<end] + arguments[(end + 1)...])
  }
  private var ids: [String] { Set(words.filter { !$0.hasPrefix("+") && !$0.hasPrefix("-") }).sorted() }

  func validate() throws {
    if let option = arguments.prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") }) {
      throw ValidationError(
        """
        There is no option “\(option)”. Write one minus sign before a tag that is removed, and -- before tags that begin \
        with one.
        """)
    }
    guard !rename else {
      guard words.count == 2, !words.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
        throw ValidationError("--rename takes two tags: the one to replace, and the one that replaces it.")
      }
      return
    }
    let changes = words.filter { $0.hasPrefix("+") || $0.hasPrefix("-") }
    if let empty = changes.first(where: {
      $0.dropFirst().unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }) {
      throw ValidationError("“\(empty)” names no tag. Write +TAG or -TAG.")
    }
    if changes.isEmpty {
      throw ValidationError("No tag is given. Write +TAG to add one, -TAG to remove one.")
    }
    if ids.isEmpty { throw ValidationError("No photo is given. Write the id of a photo before the tags.") }
  }

  @MainActor
  func run() async throws {
    if rename { return try await renameTag(words[0], to: words[1]) }
    let (library, photos) = try options.openForEditing(ids)
    try library.tag(photos, adding: tags(after: "+"), removing: tags(after: "-"))
    try await library.finishSaving()
    for tag in tags(after: "+") where tag.unicodeScalars.contains(where: \.properties.isWhitespace) {
      Talk.line("proofsheet: Blanks separate tags: those of “\(tag)” became underscores.")
    }
    try Output.write(line: "Tagged \(Words.count(photos.count, "photo")).")
  }

  @MainActor
  private func renameTag(_ old: String, to new: String) async throws {
    let library = try options.openExisting()
    let renaming = try await library.renameTag(old, to: new)
    try await library.finishSaving()
    let sentence = TagPresentation.sentence(about: renaming, from: old, to: new, amongSelected: false) + "."
    guard renaming.photos > 0 else { throw Failure(sentence) }
    try Output.write(line: sentence)
  }

  private func tags(after sign: Character) -> [String] {
    words.filter { $0.first == sign }.map { String($0.dropFirst()) }
  }
}
