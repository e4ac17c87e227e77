internal import ObjectGraph
import ArgumentParser
import Drafts
import Foundation
import PhotoLibrary
import Presentation
import Terminal

/// Edits titles, descriptions and tags of photos in an editor of the user.
struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit titles, descriptions and tags in $VISUAL or $EDITOR.")

  @OptionGroup var options: LibraryOptions
  @Argument(help: ArgumentHelp("Flickr's ids of the photos, at most \(PhotoDraft.limit).", valueName: "id"))
  var ids: [String]

  func validate() throws {
    guard Set(ids).count <= PhotoDraft.limit else {
      throw ValidationError(
        "At most \(PhotoDraft.limit) photos can be edited at once, not \(Set(ids).count).")
    }
  }

  @MainActor
  func run() async throws {
    guard PhotoLibrary.exists(in: try options.folder()) else { throw LibraryError.noSuchPhoto(id: ids[0]) }
    let library = try options.open()
    let photos = try Set(ids).sorted().map { id in
      guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
      return photo
    }
    let draft = PhotoDraft(photos)
    let file = try DraftFile(draft.text)
    let summary = try library.edit(try changes(of: draft, in: file))
    await library.savesFinished()
    if let failure = library.saveFailure { throw failure }
    await library.container.coordinator.drain()
    file.remove()
    try Output.write(line: "\(PhotoPresentation.sentence(about: summary)).")
  }

  /// Returns the changes that the user makes in the editor; an error keeps the draft and names it.
  @MainActor
  private func changes(of draft: PhotoDraft, in file: DraftFile) throws -> [PhotoTextChange] {
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != "FLICKR_API_KEY" }
    let editor = TextEditor(
      setting: try options.configuration().editor, environment: environment, isInstalled: Self.isInstalled)
    do {
      let status = try ForegroundProgram.run(
        editor.arguments(for: file.path), environment: environment.map { "\($0)=\($1)" })
      guard status == 0 else { throw EditorFailure(of: editor, status: status) }
      return try draft.changes(in: try file.read())
    } catch {
      if (try? file.read()) == draft.text {
        file.remove()
        throw Failure("Nothing was changed: \(error)")
      }
      throw Failure("\(error) Nothing was changed; the draft is \(file.path).")
    }
  }

  /// Returns whether there is a program in `PATH`.
  private static func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
