import ArgumentParser
import Foundation
import ObjectGraph
import PhotoLibrary

/// Lists photos.
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "List photos: ID, title, photographer, upload date and page, separated by tabs.",
    discussion: "Ends with status 1 if a query or --search is given and no photo matches."
  )
  .parsedAlone

  @OptionGroup var options: LibraryOptions
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Only photos that match, such as “harbor -year:2024”.", valueName: "query"))
  var query: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only photos by the photographer with this name or ID.", valueName: "name"))
  var by: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only photos of the album with this title or ID, in its order unless --sort is given.",
      valueName: "name"))
  var album: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only photos with this text in title, description or tags.", valueName: "text"))
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
    parsing: .unconditional,
    help: ArgumentHelp("Only photos with at least this many stars, 0 to 5.", valueName: "n"),
    completion: .list(PhotoMarks.starRange.dropFirst().map(String.init)))
  var star: Int?
  @Option(
    help: ArgumentHelp(
      "Only photos with this color label: red, yellow, green, blue, purple or none.", valueName: "color"),
    completion: .list(ColorLabel.allCases.map(\.name)),
    transform: { text in
      guard let label = ColorLabel(name: text) else {
        throw ValidationError("--label must be red, yellow, green, blue, purple or none.")
      }
      return label
    }) var label: ColorLabel?
  @Option(
    help: ArgumentHelp(
      "Sort by title, uploaded, taken, views or added; \"taken asc\" has the earliest first, "
        + "and \"views, title\" sorts photos with as many views by title.",
      valueName: "order"),
    completion: .list(PhotoOrder.allCases.map(\.rawValue)),
    transform: { text in
      guard let sort = PhotoSort(text) else {
        throw ValidationError(
          "--sort must be title, uploaded, taken, views or added, and may end in \" asc\" or \" desc\". "
            + "Another one can follow any of them but added, after a comma.")
      }
      return sort
    }) var sort: PhotoSort?
  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many photos.", valueName: "n")) var limit:
    Int?
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    try QueryWords.validate(query)
    if let limit, limit < 0 { throw ValidationError("--limit must be at least 0.") }
    if let star, !PhotoMarks.starRange.contains(star) { throw ValidationError("--star must be 0 to 5.") }
  }

  @MainActor
  func run() async throws {
    let library = try options.openForReading()
    let ids = try ids(in: library)
    if json { try await writeJSON(ids, library.container) } else { try writeLines(ids, library.context) }
    if ids.isEmpty, limit != 0, search != nil || !query.isEmpty { throw Failure(nothingFound) }
  }

  /// The sentence about a text or a query that no photo matches, with the reason if it is known.
  private var nothingFound: String {
    let photo = by.map { "No photo by “\($0)”" } ?? "No photo"
    let isNarrowed = flag != nil || star != nil || label != nil || album != nil
    let text = QueryWords.text(of: query)
    guard let search else {
      let rest = isNarrowed ? " and the other options" : ""
      let unknown = (try? PhotoQuery(text))?.unknownFacets.first
      let hint = unknown.map { "; there is no facet “\($0)”" } ?? ""
      return "\(photo) matches “\(text)”\(rest)\(hint)."
    }
    let rest = isNarrowed || !text.isEmpty ? " and matches the other options" : ""
    let hasFacet = (try? PhotoQuery(search))?.terms.isEmpty == false
    let hint = hasFacet ? "; --search looks for texts alone: leave it out for facets" : ""
    return "\(photo) contains “\(search)”\(rest)\(hint)."
  }

  /// Returns the identities of the photos that match, in the order that was asked for, or else by title or in that of the album.
  @MainActor
  private func ids(in library: PhotoLibrary) throws -> [ManagedObjectID] {
    var condition = try predicate(in: library)
    if let name = album {
      guard let album = try library.album(named: name) else { throw AlbumError.noSuchAlbum(name) }
      guard sort != nil else {
        return try library.photos(in: album, where: condition, limit: limit).map(\.objectID)
      }
      let isInAlbum = try library.condition(ofAlbum: album.identifier)
      condition = condition.map { .and([isInAlbum, $0]) } ?? isInAlbum
    }
    let order = (sort ?? PhotoSort(.title)).keys
    return try library.context.fetchIDs(FetchRequest<Photo>(where: condition, order: order, limit: limit))
  }

  /// Writes the photos as a JSON array; several contexts read and encode parts of them at the same time.
  private func writeJSON(_ ids: [ManagedObjectID], _ container: PersistentContainer) async throws {
    var output = JSONArrayOutput()
    let parts = ids.readingParts
    let workers = try (0..<min(parts.count, ProcessInfo.processInfo.activeProcessorCount)).map {
      try container.makeBackgroundContext(name: "photos \($0)")
    }
    for (number, part) in parts.enumerated() {
      let worker = workers[number % workers.count]
      try await output.elements {
        try await worker.perform { context in
          try Self.read(part, prefetching: ["photographer", "sources", "shot"], in: context) {
            $0.map(PhotoOutput.init)
          }
        }
      }
    }
    try await output.endElements()
  }

  /// Writes the photos as lines.
  @MainActor
  private func writeLines(_ ids: [ManagedObjectID], _ context: ManagedObjectContext) throws {
    var output = Output()
    for part in ids.readingParts {
      try Self.read(part, prefetching: ["photographer"], in: context) { photos in
        for photo in photos { try output.row(Self.fields(of: photo)) }
      }
    }
    try output.end()
  }

  private static func fields(of photo: Photo) -> [String] {
    [
      photo.flickrID, photo.title, photo.photographer?.name ?? "",
      photo.uploaded.map(PhotoOutput.timestamp) ?? "", photo.pageURL ?? "",
    ]
  }

  /// Reads photos with related objects, and returns what is made of those that are still there, in their order.
  private static func read<Result>(
    _ ids: some Collection<ManagedObjectID>, prefetching keyPaths: [String],
    in context: ManagedObjectContext, _ body: ([Photo]) throws -> Result
  ) throws -> Result {
    let photos = try context.fetchOrdered(Photo.self, ids)
    let related = try context.prefetch(keyPaths, of: photos)
    defer { withExtendedLifetime(related) {} }
    return try body(photos)
  }

  /// Returns the condition of the query and the options; `nil` for all photos.
  @MainActor
  private func predicate(in library: PhotoLibrary) throws -> FetchPredicate? {
    var parts = search.map { [Photo.containing($0)] } ?? []
    if let condition = try library.predicate(of: PhotoQuery(QueryWords.text(of: query))) {
      parts.append(condition)
    }
    if let flag { parts.append(Photo.flagged(flag)) }
    if let star { parts.append(Photo.rated(atLeast: star)) }
    if let label { parts.append(Photo.labeled(label)) }
    if let by {
      // The index of the relationship finds the photos of these photographers. A condition on their names would look up
      // the photographer of every photo.
      let ids = try library.context.fetchIDs(FetchRequest<Photographer>(where: Photographer.named(by)))
      guard !ids.isEmpty else { throw Failure("There is no photographer “\(by)” in the library.") }
      parts.insert(try FetchPredicate("photographer IN %@", ids), at: 0)
    }
    return parts.isEmpty ? nil : .and(parts)
  }
}
