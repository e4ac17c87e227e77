import ArgumentParser
import ObjectGraph
import PhotoLibrary

/// Lists photos.
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "List photos: ID, title, photographer, upload date and page, separated by tabs.",
    discussion: "Like grep, ends with status 1 if no photo matches --by and --search.")

  @OptionGroup var options: LibraryOptions
  @Option(help: ArgumentHelp("Only photos by the photographer with this name or ID.", valueName: "name"))
  var by: String?
  @Option(help: ArgumentHelp("Only photos with this text in title, description or tags.", valueName: "text"))
  var search: String?
  @Option(
    help: "Sort by title, uploaded, taken or views.",
    transform: { text in
      guard let order = PhotoOrder(rawValue: text) else {
        throw ValidationError("--sort must be title, uploaded, taken or views.")
      }
      return order
    }) var sort = PhotoOrder.title
  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many photos.", valueName: "n")) var limit:
    Int?
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be at least 0.") }
  }

  @MainActor
  func run() async throws {
    let context = try options.openForReading().context
    if let by, try context.count(FetchRequest<Photographer>(where: Photographer.named(by), limit: 1)) == 0 {
      throw Failure("There is no photographer “\(by)” in the library.")
    }
    let photos = try context.fetchBatches(
      FetchRequest<Photo>(where: predicate, order: sort.keys, limit: limit), size: 500,
      prefetching: ["photographer"])
    let isEmpty = try json ? writeJSON(photos, in: context) : writeLines(photos)
    if let search, isEmpty, limit != 0 {
      throw Failure("No photo\(by.map { " by “\($0)”" } ?? "") contains “\(search)”.")
    }
  }

  /// Writes the photos as a JSON array, and returns whether there are none.
  @MainActor
  private func writeJSON(_ photos: some Sequence<Photo>, in context: ManagedObjectContext) throws -> Bool {
    var output = JSONArrayOutput()
    var isEmpty = true
    let sources = try PhotoSources(in: context, forFew: limit.map { $0 <= 1_000 } ?? false)
    for photo in photos {
      try output.element(PhotoOutput(photo: photo, sources: sources.names(of: photo)))
      isEmpty = false
    }
    try output.end()
    return isEmpty
  }

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

  private var predicate: FetchPredicate? {
    let parts = [by.map(Photo.by(named:)), search.map(Photo.containing)].compactMap { $0 }
    return parts.isEmpty ? nil : .and(parts)
  }
}
