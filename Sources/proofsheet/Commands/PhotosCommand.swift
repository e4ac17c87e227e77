import ArgumentParser
import ObjectGraph
import PhotoLibrary

/// Lists photos.
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "List photos: id, title, photographer, date uploaded and page, separated by tabs.")

  @OptionGroup var options: LibraryOptions
  @Option(help: ArgumentHelp("Only those by a photographer of this name or id.", valueName: "name"))
  var by: String?
  @Option(help: ArgumentHelp("Only those with this text in title, description or tags.", valueName: "text"))
  var search: String?
  @Option(
    help: "Sort by title, uploaded, taken or views.",
    transform: { text in
      guard let order = PhotoOrder(rawValue: text) else {
        throw ValidationError("--sort takes title, uploaded, taken or views.")
      }
      return order
    }) var sort = PhotoOrder.title
  @Option(help: ArgumentHelp("How many at the most.", valueName: "n")) var limit: Int?
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on.") }
  }

  @MainActor
  func run() async throws {
    let context = try options.openForReading().context
    let photos = try context.fetchBatches(
      FetchRequest<Photo>(where: predicate, order: sort.keys, limit: limit), size: 500,
      prefetching: ["photographer"])
    if json {
      var output = JSONArrayOutput()
      let sources = try PhotoSources(in: context, forFew: limit.map { $0 <= 1_000 } ?? false)
      for photo in photos { try output.element(PhotoOutput(photo: photo, sources: sources.names(of: photo))) }
      try output.end()
    } else {
      var output = Output()
      for photo in photos { try output.row(Self.fields(of: photo)) }
      try output.end()
    }
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
