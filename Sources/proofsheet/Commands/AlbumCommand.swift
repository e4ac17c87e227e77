internal import ObjectGraph
import ArgumentParser
import PhotoLibrary
import Presentation

/// Changes albums of the user.
struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album", abstract: "Add photos to an album, or remove them.",
    subcommands: [AddCommand.self, RemoveCommand.self])

  func run() throws {
    throw ValidationError("Write “album add” or “album remove”; “proofsheet help album” shows both.")
  }

  /// Adds photos to an album.
  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add photos to the end of an album; a new title creates it.")

    @OptionGroup var options: LibraryOptions
    @Argument(help: "The title of the album.") var album: String
    @Argument(help: ArgumentHelp("The IDs of the photos, in their order.", valueName: "id")) var ids: [String]

    @MainActor
    func run() async throws {
      let (library, photos) = try options.openForEditing(ids)
      let result = try library.add(photos, toAlbumNamed: album)
      try await library.finishSaving()
      let known = photos.count - result.added
      let note = known == 0 ? "" : ", \(known) \(known == 1 ? "was" : "were") there already"
      let title = (result.isNew ? "the new album " : "") + result.album.title
      let hidden = result.isNew ? try library.flickrAlbum(named: result.album.title) : nil
      let hint = hidden.map { "; Flickr's album of this title is named by its ID, \($0.identifier)" } ?? ""
      try Output.write(line: "Added \(Words.count(result.added, "photo")) to \(title)\(note)\(hint).")
    }
  }

  /// Removes photos from an album.
  struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove photos from an album; they stay in the library.")

    @OptionGroup var options: LibraryOptions
    @Argument(help: "The title or ID of the album.") var album: String
    @Argument(help: ArgumentHelp("The IDs of the photos.", valueName: "id")) var ids: [String]

    @MainActor
    func run() async throws {
      let (library, photos) = try options.openForEditing(ids)
      guard let found = try library.album(named: album) else { throw AlbumError.noSuchAlbum(album) }
      let removed = try library.remove(photos, from: found)
      try await library.finishSaving()
      try Output.write(line: "Removed \(Words.count(removed, "photo")) from \(found.title).")
    }
  }
}
