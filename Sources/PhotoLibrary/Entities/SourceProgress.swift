public import ObjectGraph

/// The position up to which a source has been read, from which the next refresh continues.
public final class SourceProgress: ManagedObject {
  /// The source, as on the command line.
  @Attribute(SourceProgress.source) public var source: String
  /// The first page that has not been fetched, from 1.
  @Attribute(SourceProgress.nextPage) public var nextPage: Int
  /// The windows that have not been read to their ends, if the source is read in windows; the page belongs
  /// to the last of them.
  @Attribute(SourceProgress.windows) var windows: String?
  /// The position of a refresh in progress; an interrupted refresh leaves it behind.
  @Attribute(SourceProgress.resume) var resume: String?
}

/// The names and types, for the model, the accessors and requests.
extension SourceProgress {
  static let source = Property<SourceProgress, String>("source")
  static let nextPage = Property<SourceProgress, Int>("nextPage")
  static let windows = Property<SourceProgress, String?>("windows")
  static let resume = Property<SourceProgress, String?>("resume")
}

extension SourceProgress {
  static func of(_ source: String, in context: ManagedObjectContext) throws -> SourceProgress? {
    try context.fetch(FetchRequest<SourceProgress>(where: Self.source == source)).first
  }

  /// The position after everything that has been read.
  var older: SourcePlace {
    get { SourcePlace(page: nextPage, windowsText: windows) }
    set { (nextPage, windows) = (newValue.page, newValue.windowsText) }
  }

  /// The position of an interrupted refresh.
  var interrupted: SourcePlace? { resume.flatMap { SourcePlace($0) } }

  /// Records the position of a walk.
  static func record(_ walk: SourceWalk, of source: String, in context: ManagedObjectContext) throws {
    let progress = try of(source, in: context) ?? context.insert(SourceProgress.self)
    progress.source = source
    progress.older = walk.older(than: progress.older)
    progress.resume = walk.end == nil ? walk.place.description : nil
  }
}
