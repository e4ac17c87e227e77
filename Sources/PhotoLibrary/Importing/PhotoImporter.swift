public import Flickr
public import ObjectGraph

/// Imports the photos of a page into a context: inserts new photos and updates changed ones.
///
/// The importer makes a few indexed queries per page: for the photographers, the photos, the deleted
/// photos, and those already imported from the source. It belongs to the isolation of its context; the
/// caller must save.
public struct PhotoImporter {
  private let context: ManagedObjectContext
  private let source: String?

  /// Creates an importer for a context; `source` is recorded as a source of the photos.
  public init(context: ManagedObjectContext, source: String? = nil) {
    self.context = context
    self.source = source
  }

  /// Imports a page; skips the rest after `newAtMost` new photos.
  ///
  /// - Throws: Errors of the library. Nothing is saved then, and the caller should reset the context.
  public func run(_ page: PhotoPage, newAtMost: Int? = nil) throws -> ImportSummary {
    var summary = try run(page.records, newAtMost: newAtMost ?? .max)
    summary.unreadable = page.skipped
    return summary
  }

  /// Imports records; several records with the same ID complement each other.
  func run(_ records: [PhotoRecord], newAtMost: Int = .max) throws -> ImportSummary {
    var page = try PageImport(records, from: source, in: context)
    for (index, record) in records.enumerated() {
      guard page.summary.new < newAtMost || page.knows(record) else {
        page.summary.left = records.count - index
        break
      }
      try page.apply(record)
    }
    return try page.finish()
  }
}
