public import Flickr
public import ObjectGraph

/// Brings the photos of a page into a context: makes what is new, updates what changed, leaves the rest alone.
///
/// The library is asked a few times a page, each time by an index: for the photographers, the photos, deleted ones, and
/// those that the source has brought before. Belongs to the isolation of its context; saving is the caller's.
public struct PhotoImporter {
  private let context: ManagedObjectContext
  private let source: String?

  /// Makes an importer for a context; photos remember `source` as one that brought them.
  public init(context: ManagedObjectContext, source: String? = nil) {
    self.context = context
    self.source = source
  }

  /// Imports a page; as soon as it has brought `newAtMost` new photos, it leaves the rest.
  ///
  /// Throws what the library throws; then nothing is saved, and the context should be reset.
  public func run(_ page: PhotoPage, newAtMost: Int? = nil) throws -> ImportSummary {
    var summary = try run(page.records, newAtMost: newAtMost ?? .max)
    summary.unreadable = page.skipped
    return summary
  }

  /// Imports records; of those with one id, each adds to what the ones before said.
  func run(_ records: [PhotoRecord], newAtMost: Int = .max) throws -> ImportSummary {
    var page = try PageImport(records, from: source, in: context)
    for (index, record) in records.enumerated() {
      guard page.summary.new < newAtMost || page.knows(record) else {
        page.summary.left = records.count - index
        break
      }
      try page.take(record)
    }
    return try page.finish()
  }
}
