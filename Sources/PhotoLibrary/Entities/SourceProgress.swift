public import ObjectGraph

/// How far a source has been read, so that the next refresh goes on from there.
public final class SourceProgress: ManagedObject {
  /// The source, as on the command line.
  @Attribute("source") public var source: String
  /// The first page that has not been fetched, from 1.
  @Attribute("nextPage") public var nextPage: Int
  /// The windows that have not been read to their ends, where the source is read in windows; the page is one of the
  /// last of them.
  @Attribute("windows") var windows: String?
  /// Where a refresh is, from its first page to its end: one that was interrupted leaves it behind.
  @Attribute("resume") var resume: String?
}

extension SourceProgress {
  static func of(_ source: String, in context: ManagedObjectContext) throws -> SourceProgress? {
    let isSource = FetchPredicate.comparison(.init("source", .equal, .value(.string(source))))
    return try context.fetch(FetchRequest<SourceProgress>(where: isSource)).first
  }

  /// What follows everything that has been read.
  var older: SourcePlace {
    get { SourcePlace(page: nextPage, windowsText: windows) }
    set { (nextPage, windows) = (newValue.page, newValue.windowsText) }
  }

  /// Where an interrupted refresh was.
  var interrupted: SourcePlace? { resume.flatMap { SourcePlace($0) } }

  /// Notes where a walk is.
  static func note(_ walk: SourceWalk, of source: String, in context: ManagedObjectContext) throws {
    let progress = try of(source, in: context) ?? context.insert(SourceProgress.self)
    progress.source = source
    progress.older = walk.older(than: progress.older)
    progress.resume = walk.end == nil ? walk.place.description : nil
  }
}
