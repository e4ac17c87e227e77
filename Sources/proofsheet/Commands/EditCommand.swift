internal import ObjectGraph
import ArgumentParser
import Browser
import Drafts
import PhotoLibrary
import Presentation
import Terminal

/// Edits titles, descriptions and tags of photos in an editor of the user.
struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit titles, descriptions and tags in an editor.",
    discussion: """
      The editor is that of the configuration, else $VISUAL, else $EDITOR, else sensible-editor, vi or nano.
      """)

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("The IDs of the photos, at most \(PhotoDraft.limit).", valueName: "id"))
  var ids: [String]

  func validate() throws {
    guard Set(ids).count <= PhotoDraft.limit else {
      throw ValidationError(
        "At most \(PhotoDraft.limit) photos can be edited at once, not \(Set(ids).count).")
    }
  }

  @MainActor
  func run() async throws {
    let (library, photos) = try options.openForEditing(ids)
    let draft = PhotoDraft(photos)
    let file = try DraftFile(draft.text)
    let summary = try await keeping(file, of: draft) {
      let summary = try library.edit(try changes(of: draft, in: file))
      try await library.finishSaving()
      return summary
    }
    file.remove()
    try Output.write(line: "\(PhotoPresentation.sentence(about: summary)).")
  }

  /// Returns the changes that the user makes in the editor.
  @MainActor
  private func changes(of draft: PhotoDraft, in file: DraftFile) throws -> [PhotoTextChange] {
    let environment = OtherProgram.environment
    let editor = TextEditor(
      setting: try options.configuration().editor, environment: environment,
      isInstalled: OtherProgram.isInstalled)
    let status = try ForegroundProgram.run(
      editor.arguments(for: file.path), environment: environment.map { "\($0)=\($1)" })
    guard status == 0 else { throw EditorFailure(of: editor, status: status) }
    return try draft.changes(in: try file.read())
  }

  /// Performs work with the draft; an error keeps the draft and names it, if the user has changed it.
  @MainActor
  private func keeping<Result>(
    _ file: DraftFile, of draft: PhotoDraft, _ work: @MainActor () async throws -> Result
  ) async throws -> Result {
    do {
      return try await work()
    } catch {
      if (try? file.read()) == draft.text {
        file.remove()
        throw Failure("Nothing was changed: \(Sentence.of(error))")
      }
      let place = file.exists ? "; the draft is \(file.path)" : ""
      throw Failure("\(Sentence.of(error)) Nothing was changed\(place).")
    }
  }
}
