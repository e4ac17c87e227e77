import ObjectGraph
import PhotoLibrary
import Presentation

/// The judging of the photos of a list, one after the other.
///
/// It knows the marks of these photos without reading them: they are counted in the background at the beginning, and again
/// after changes of other photos than those that were marked here.
final class CullSession {
  /// The number of photos after the present one whose pictures are prepared.
  static let ahead = 4

  /// The views of the photos.
  enum View: CaseIterable {
    /// All of them.
    case all
    /// Those without a flag.
    case undecided
    /// Those that are picked.
    case picks
    /// Those that are rejected.
    case rejects

    /// The facet of its photos; `nil` for all of them.
    var term: PhotoQuery.Term? {
      switch self {
      case .all: nil
      case .undecided: PhotoQuery.Term(facet: .flag, value: "none")
      case .picks: PhotoQuery.Term(facet: .flag, value: "pick")
      case .rejects: PhotoQuery.Term(facet: .flag, value: "reject")
      }
    }

    /// The name in messages.
    var name: String {
      switch self {
      case .all: "all photos"
      case .undecided: "photos without a flag"
      case .picks: "picks"
      case .rejects: "rejects"
      }
    }
  }

  /// The place where the session began, to which it leads back.
  let start: (scope: PhotoScope, filter: String)
  /// The filter with which the photos were listed at the beginning.
  let filter: (text: String, condition: FetchPredicate?)
  /// The name of the list, under which the place in it is kept; `nil` for photos that are not listed again.
  let list: String?
  /// The photos that are seen.
  var view = View.all
  /// A Boolean value that indicates whether the next photo follows a mark.
  var advances = true
  /// The change that is made again by a key.
  var latest: MarkChange?
  /// The photos with marks; empty until they are counted.
  private(set) var marks: [ManagedObjectID: PhotoMarks] = [:]
  /// The number of all photos; `nil` until they are counted.
  private(set) var total: Int?
  /// The time until the place in the list is written.
  let placeSaving = Pause(.seconds(1))
  private let condition: FetchPredicate?
  private let library: PhotoLibrary
  private let onChange: () -> Void
  private var pace = CullPace()
  private var counts = (picks: 0, rejects: 0)
  private var counting: Task<Void, Never>?
  private let pause = Pause(.milliseconds(200))
  private var observation: ContextObservation?
  /// The photos that were marked here, whose marks may not be in the store yet, and are followed in the context.
  ///
  /// A mark can take a photo out of a condition, as that of a flag does, and the photo stays one that is judged here.
  private(set) var followed: Set<ManagedObjectID> = []
  /// The photos that were marked last here.
  private var lastMarked: [ManagedObjectID] = []

  /// Begins to judge photos.
  ///
  /// - Parameters:
  ///   - start: The place to which the session leads back.
  ///   - filter: The filter of the photos.
  ///   - list: The name of the list; `nil` for photos that are not listed again.
  ///   - condition: The condition of the photos; `nil` for all of the library.
  ///   - library: The library.
  ///   - onChange: Called when the counts have changed.
  init(
    from start: (scope: PhotoScope, filter: String), filter: (text: String, condition: FetchPredicate?),
    of list: String?, where condition: FetchPredicate?, in library: PhotoLibrary,
    onChange: @escaping () -> Void
  ) {
    (self.start, self.filter, self.list, self.condition) = (start, filter, list, condition)
    (self.library, self.onChange) = (library, onChange)
    observation = library.context.observe { [weak self] in self?.follow($0) }
    count()
  }

  private func follow(_ changes: ContextChanges) {
    let photos = library.context.model.number(of: Photo.self)
    let changed = changes.updated.union(changes.inserted).union(changes.deleted).filter {
      $0.entity == photos
    }
    for id in changed.intersection(followed) { record(id) }
    if changes.isReload || !changed.isSubset(of: followed) || !changes.deleted.isDisjoint(with: followed) {
      pause.run { [weak self] in self?.count() }
    }
  }

  /// Stops counting.
  func end() {
    // A mark that empties the list ends the session before the change is announced here.
    for id in lastMarked { record(id) }
    observation = nil
    pause.cancel()
    placeSaving.cancel()
    counting?.cancel()
  }

  /// Makes a change of marks and records what it changed.
  func marking(_ photos: [Photo], _ change: () throws -> Void) rethrows {
    lastMarked = photos.map(\.objectID)
    followed.formUnion(lastMarked)
    try change()
    pace.recordDecision(at: .now)
  }

  /// Records the marks that a photo has in the context.
  private func record(_ id: ManagedObjectID) {
    let photo = library.context.object(with: id) as? Photo
    let new = photo.flatMap { $0.isDeleted || $0.marks.isEmpty ? nil : $0.marks }
    add(marks[id], -1)
    marks[id] = new
    add(new, 1)
  }

  private func add(_ marks: PhotoMarks?, _ number: Int) {
    if marks?.flag == .pick { counts.picks += number }
    if marks?.flag == .reject { counts.rejects += number }
  }

  private func count() {
    counting?.cancel()
    let condition = condition?.including(followed)
    counting = Task { [weak self, library] in
      // A library that cannot be read says so elsewhere.
      guard let found = try? await library.marks(where: condition), !Task.isCancelled, let self else {
        return
      }
      (marks, total) = found
      counts = (0, 0)
      for marks in found.marks.values { add(marks, 1) }
      for id in followed { record(id) }
      onChange()
    }
  }

  /// The numbers of photos: all, judged, picked and rejected; `nil` until they are counted.
  var progress: CullProgress? {
    total.map {
      CullProgress(
        judged: marks.count, of: $0, picks: counts.picks, rejects: counts.rejects,
        remaining: pace.timeForOne.map { time in time * max(0, total.map { $0 - marks.count } ?? 0) })
    }
  }
}
