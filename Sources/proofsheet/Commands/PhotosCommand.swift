import ArgumentParser
import ObjectGraph
import PhotoLibrary

/// Lists photos.
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "List photos: ID, title, photographer, upload date and page, separated by tabs.",
    discussion: "Like grep, ends with status 1 if no photo matches --by and --search."
  )
  .parsedAlone

  @OptionGroup var options: LibraryOptions
  @Option(help: ArgumentHelp("Only photos by the photographer with this name or ID.", valueName: "name"))
  var by: String?
  @Option(
    help: ArgumentHelp(
      "Only photos of the album with this title or ID, in its order unless --sort is given.",
      valueName: "name"))
  var album: String?
  @Option(help: ArgumentHelp("Only photos with this text in title, description or tags.", valueName: "text"))
  var search: String?
  @Option(
    help: ArgumentHelp("Only photos with this flag: pick, reject or none.", valueName: "flag"),
    completion: .list(PhotoFlag.allCases.map(\.name)),
    transform: { text in
      guard let flag = PhotoFlag(name: text) else {
        throw ValidationError("--flag must be pick, reject or none.")
      }
      return flag
    }) var flag: PhotoFlag?
  @Option(
    help: ArgumentHelp("Only photos with at least this many stars, 1 to 5.", valueName: "n"),
    completion: .list(PhotoMarks.starRange.dropFirst().map(String.init)))
  var star: Int?
  @Option(
    help: ArgumentHelp("Only photos with this color label, such as red.", valueName: "color"),
    completion: .list(ColorLabel.allCases.map(\.name)),
    transform: { text in
      guard let label = ColorLabel(name: text) else {
        throw ValidationError("--label must be red, yellow, green, blue, purple or none.")
      }
      return label
    }) var label: ColorLabel?
  @Option(
    help: ArgumentHelp(
      "Sort by title, uploaded, taken, views or added; \"taken asc\" has the earliest first.",
      valueName: "order"),
    completion: .list(PhotoOrder.allCases.map(\.rawValue)),
    transform: { text in
      guard let sort = PhotoSort(text) else {
        throw ValidationError(
          "--sort must be title, uploaded, taken, views or added, and may end in \" asc\" or \" desc\".")
      }
      return sort
    }) var sort: PhotoSort?
  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many photos.", valueName: "n")) var limit:
    Int?
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be at least 0.") }
    if let star, !PhotoMarks.starRange.contains(star) { throw ValidationError("--star must be 0 to 5.") }
  }

  @MainActor
  func run() async throws {
    let library = try options.openForReading()
    let context = library.context
    let isEmpty: Bool
    if let name = album {
      guard let album = try library.album(named: name) else { throw AlbumError.noSuchAlbum(name) }
      isEmpty = try await write(photos(of: album, in: library), in: context)
    } else {
      let order = (sort ?? PhotoSort(.title)).keys
      let request = FetchRequest<Photo>(where: try predicate(in: context), order: order, limit: limit)
      isEmpty = try await write(
        context.fetchBatches(request, size: Self.batchSize, prefetching: ["photographer"]), in: context)
    }
    if let search, isEmpty, limit != 0 {
      throw Failure("No photo\(by.map { " by “\($0)”" } ?? "") contains “\(search)”.")
    }
  }

  /// Returns the photos of an album that match, in its order, or in another one that was asked for.
  @MainActor
  private func photos(of album: Album, in library: PhotoLibrary) throws -> [Photo] {
    let condition = try predicate(in: library.context)
    guard let sort else { return try library.photos(in: album, where: condition, limit: limit) }
    let isInAlbum = try library.condition(ofAlbum: album.identifier)
    return try library.context.fetch(
      FetchRequest<Photo>(
        where: condition.map { .and([isInAlbum, $0]) } ?? isInAlbum, order: sort.keys, limit: limit))
  }

  @MainActor
  private func write(_ photos: some Sequence<Photo>, in context: ManagedObjectContext) async throws -> Bool {
    try json ? await writeJSON(photos, in: context) : writeLines(photos)
  }

  /// Writes the photos as a JSON array, and returns whether there are none.
  @MainActor
  private func writeJSON(
    _ photos: some Sequence<Photo>, in context: ManagedObjectContext
  ) async throws -> Bool {
    var output = JSONArrayOutput()
    var isEmpty = true
    let sources = try PhotoSources(in: context, forFew: limit.map { $0 <= 1_000 } ?? false)
    var batch: [PhotoOutput] = []
    for photo in photos {
      batch.append(PhotoOutput(photo: photo, sources: sources.names(of: photo)))
      isEmpty = false
      guard batch.count == Self.batchSize else { continue }
      try await output.elements(batch)
      batch.removeAll()
    }
    try await output.elements(batch)
    try await output.endElements()
    return isEmpty
  }

  /// The number of photos that are read, and encoded, together.
  private static let batchSize = 500

  /// Writes the photos as lines, and returns whether there are none.
  @MainActor
  private func writeLines(_ photos: some Sequence<Photo>) throws -> Bool {
    var output = Output()
    var isEmpty = true
    for photo in photos {
      try output.row(Self.fields(of: photo))
      isEmpty = false
    }
    try output.end()
    return isEmpty
  }

  private static func fields(of photo: Photo) -> [String] {
    [
      photo.flickrID, photo.title, photo.photographer?.name ?? "",
      photo.uploaded.map(PhotoOutput.timestamp) ?? "", photo.pageURL ?? "",
    ]
  }

  /// Returns the condition of the options; `nil` for all photos.
  @MainActor
  private func predicate(in context: ManagedObjectContext) throws -> FetchPredicate? {
    var parts = search.map { [Photo.containing($0)] } ?? []
    if let flag { parts.append(Photo.flagged(flag)) }
    if let star { parts.append(Photo.rated(atLeast: star)) }
    if let label { parts.append(Photo.labeled(label)) }
    if let by {
      // The index of the relationship finds the photos of these photographers. A condition on their names would look up
      // the photographer of every photo.
      let ids = try context.fetchIDs(FetchRequest<Photographer>(where: Photographer.named(by)))
      guard !ids.isEmpty else { throw Failure("There is no photographer “\(by)” in the library.") }
      parts.insert(try FetchPredicate("photographer IN %@", ids), at: 0)
    }
    return parts.isEmpty ? nil : .and(parts)
  }
}
