import ArgumentParser
import ObjectGraph
import PhotoLibrary

/// Lists albums.
struct AlbumsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "albums",
    abstract: "List the albums, your own and those of Flickr.",
    discussion: """
      Prints title, kind, number of photos, owner, ID and description, separated by tabs. “photos --album NAME” \
      lists the photos of an album in its order.
      """
  )
  .parsedAlone

  @OptionGroup var options: LibraryOptions
  @Flag(help: "Print a JSON array.") var json = false

  @MainActor
  func run() async throws {
    let library = try options.openForReading()
    let (albums, counts) = (try library.albums(), try await library.albumCounts())
    if json {
      var output = JSONArrayOutput()
      for album in albums { try output.element(AlbumOutput(album, photos: counts[album.objectID] ?? 0)) }
      try output.end()
    } else {
      var output = Output()
      for album in albums {
        try output.row([
          album.title, album.kind.name, "\(counts[album.objectID] ?? 0)", album.owner?.name ?? "",
          album.identifier, album.about,
        ])
      }
      try output.end()
    }
  }
}

/// The JSON form of an album in `albums --json`.
private struct AlbumOutput: Encodable {
  let id: String
  let title: String
  let description: String
  let kind: String
  let photos: Int
  let owner: String?
  let cover: String?

  init(_ album: Album, photos: Int) {
    (id, title, description) = (album.identifier, album.title, album.about)
    (kind, self.photos) = (album.kind.name, photos)
    (owner, cover) = (album.owner?.name, album.coverPhoto?.flickrID)
  }

  enum CodingKeys: CodingKey { case id, title, description, kind, photos, owner, cover }

  /// Unknown values are null, as in the other lists.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encode(description, forKey: .description)
    try values.encode(kind, forKey: .kind)
    try values.encode(photos, forKey: .photos)
    try values.encode(owner, forKey: .owner)
    try values.encode(cover, forKey: .cover)
  }
}
