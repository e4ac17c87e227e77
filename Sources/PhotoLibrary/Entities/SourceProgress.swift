public import Foundation
public import ObjectGraph
import PhotoFiles

/// The position up to which a source has been read, from which the next refresh continues.
public final class SourceProgress: ManagedObject {
  /// The source, as on the command line.
  @Attribute(SourceProgress.source) public var source: String
  /// The first page that has not been fetched, from 1.
  @Attribute(SourceProgress.nextPage) public var nextPage: Int
  /// The windows that have not been read to their ends, if the source is read in windows; the page belongs
  /// to the last of them.
  @Attribute(SourceProgress.windows) var windows: String?
  /// The text of ``interrupted``.
  @Attribute(SourceProgress.resume) var resume: String?
  /// The time of the last refresh that fetched a page, or read files; see ``RefreshRecord``.
  @Attribute(SourceProgress.fetchedAt) public var fetchedAt: Date?
  /// The key of the newest photo of the library before the last refresh that inserted photos.
  @Attribute(SourceProgress.newestBefore) var newestBefore: Int?
  /// The time of the last refresh that inserted photos.
  @Attribute(SourceProgress.insertedAt) var insertedAt: Date?
  /// The ``mountedFolders`` as JSON, an array of paths.
  @Attribute(SourceProgress.mounts) var mounts: String?
}

/// The names and types, for the model, the accessors and requests.
extension SourceProgress {
  static let source = Property<SourceProgress, String>("source")
  static let nextPage = Property<SourceProgress, Int>("nextPage")
  static let windows = Property<SourceProgress, String?>("windows")
  static let resume = Property<SourceProgress, String?>("resume")
  static let fetchedAt = Property<SourceProgress, Date?>("fetchedAt")
  static let newestBefore = Property<SourceProgress, Int?>("newestBefore")
  static let insertedAt = Property<SourceProgress, Date?>("insertedAt")
  static let mounts = Property<SourceProgress, String?>("mounts")
}

extension SourceProgress {
  static func of(_ source: String, in context: ManagedObjectContext) throws -> SourceProgress? {
    try context.fetch(FetchRequest<SourceProgress>(where: Self.source == source)).first
  }

  /// Returns whether a source is the one that was refreshed last.
  static func isLast(_ source: String, in context: ManagedObjectContext) throws -> Bool {
    let request = FetchRequest<SourceProgress>(
      where: fetchedAt != nil, order: [FetchOrder(fetchedAt, ascending: false)], limit: 1)
    return try context.fetch(request).first?.source.isExactly(source) ?? false
  }

  /// The position of older photos: all photos before it have been received.
  var older: SourcePlace {
    get { SourcePlace(page: nextPage, windowsText: windows) }
    set { (nextPage, windows) = (newValue.page, newValue.windowsText) }
  }

  /// The folders in which disks were mounted when the folder of the source was last read; `nil` if that is not known.
  var mountedFolders: Set<ExactText>? {
    get {
      let paths = mounts.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }
      return paths.map { Set($0.map(ExactText.init)) }
    }
    set {
      let paths = newValue.map { $0.sorted().map(\.text) }
      mounts = paths.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The state of a refresh in progress; an interrupted refresh leaves it behind.
  var interrupted: InterruptedWalk? {
    get { resume.flatMap { InterruptedWalk($0) } }
    set { resume = newValue?.description }
  }

  /// Records the end of a refresh that fetched pages.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - newest: The newest photo of the library before the refresh; `nil` for an empty one.
  ///   - inserted: A Boolean value that indicates whether the refresh inserted photos.
  ///   - context: The context.
  static func recordFetch(
    of source: String, newestBefore newest: ManagedObjectID?, inserted: Bool, in context: ManagedObjectContext
  ) throws {
    let progress = try of(source, in: context) ?? context.insert(SourceProgress.self)
    let now = Date()
    progress.source = source
    progress.fetchedAt = now
    guard inserted else { return }
    progress.newestBefore = newest.map { Int($0.key) } ?? 0
    progress.insertedAt = now
  }

  /// Records the position of a walk.
  static func record(_ walk: SourceWalk, of source: String, in context: ManagedObjectContext) throws {
    let progress = try of(source, in: context) ?? context.insert(SourceProgress.self)
    progress.source = source
    progress.older = walk.older(than: progress.older)
    progress.interrupted = walk.interruption(at: Int(Date().timeIntervalSince1970))
  }
}
