import FetchedResults
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The photos of one photographer, or all, as a list or as a sheet of thumbnails.
final class PhotoList {
  /// Whose photos are listed.
  enum Scope: Equatable {
    case nobody
    case photographer(ManagedObjectID)
    case everybody
  }

  let list: ObjectList<Photo>
  private(set) var scope = Scope.nobody
  private(set) var order = PhotoOrder.title
  private(set) var filter = ""
  /// Photos that commands are to act on together.
  private(set) var marked: Set<ManagedObjectID> = []
  /// Whether other photos are to be listed than are listed yet.
  private(set) var isTurning = false
  private let context: ManagedObjectContext
  private var wanted: (photo: ManagedObjectID, line: Int?)?
  private var latestLoad = 0

  init(context: ManagedObjectContext, pictures: PictureLoader) throws {
    self.context = context
    let rows = Rows()
    list = ObjectList(
      try Self.controller(.nobody, .title, "", context), rowHeight: 2, emptyText: "No photos",
      present: { rows.row(of: $0) },
      tile: { photo, size in
        PhotoPresentation.tile(
          of: photo, isMarked: rows.isMarked(photo),
          state: pictures.state(of: .init(photo: photo.objectID, box: size)))
      })
    rows.owner = self
  }

  /// What the rows ask how they are shown; apart, because the list is made before its owner is.
  private final class Rows {
    weak var owner: PhotoList?

    func row(of photo: Photo) -> ListRow {
      PhotoPresentation.row(
        of: photo, order: owner?.order ?? .title, isMarked: isMarked(photo),
        namesPhotographer: owner?.scope == .everybody)
    }

    func isMarked(_ photo: Photo) -> Bool { owner?.marked.contains(photo.objectID) ?? false }
  }

  /// Turns to other photos; what is listed now stays until ``load()`` has read them.
  ///
  /// The cursor will be on `photo`, if it is among them, in a line of the view, if one is given.
  func turn(to scope: Scope, selecting photo: ManagedObjectID? = nil, atLine line: Int? = nil) {
    self.scope = scope
    wanted = photo.map { ($0, line) }
    isTurning = true
  }

  /// Reads the photos that were turned to last, and lists them.
  func load() async throws {
    latestLoad += 1
    let number = latestLoad
    defer { if number == latestLoad { isTurning = false } }
    let controller = try Self.controller(scope, order, filter, context)
    try await controller.performFetch()
    guard number == latestLoad else { return }
    isTurning = false
    marked.removeAll()
    list.show(controller, selecting: wanted?.photo, atLine: wanted?.line)
  }

  /// Lists the same photos in another order.
  func sort(by order: PhotoOrder) async throws {
    self.order = order
    try await rearrange()
  }

  /// Lists those photos whose titles, descriptions or tags contain `filter`.
  func filter(_ filter: String) async throws {
    self.filter = filter
    try await rearrange()
  }

  private func rearrange() async throws {
    if isTurning { return try await load() }
    try await list.controller.replaceRequest(Self.request(scope, order, filter))
  }

  /// Marks a photo, or takes the mark away.
  func toggleMark(_ id: ManagedObjectID) {
    if marked.remove(id) == nil { marked.insert(id) }
  }

  func removeMarks() { marked.removeAll() }

  /// Forgets marks of photos that are not listed any more.
  func tidyMarks() { marked = marked.filter { list.controller.path(of: $0) != nil } }

  /// The photos that a command is to act on: those marked, else `count` from the one under the cursor on, as far as
  /// there are some.
  func targets(_ count: Int = 1) -> [Photo] {
    guard !marked.isEmpty else { return photos(fromCursor: count) }
    let ids = marked.compactMap { id in list.controller.path(of: id).map { ($0, id) } }
    return ids.sorted { $0.0 < $1.0 }.compactMap { context.object(with: $0.1) as? Photo }
  }

  /// So many photos from the one under the cursor on, as far as there are some.
  func photos(fromCursor count: Int) -> [Photo] {
    guard let first = list.view.cursor.map(list.controller.index(of:)) else { return [] }
    return (first..<min(first + count, list.controller.count)).map { list.controller.object(at: $0) }
  }

  private static func controller(
    _ scope: Scope, _ order: PhotoOrder, _ filter: String, _ context: ManagedObjectContext
  ) throws -> FetchedResultsController<Photo> {
    try FetchedResultsController(request(scope, order, filter), context: context)
  }

  private static func request(_ scope: Scope, _ order: PhotoOrder, _ filter: String) -> FetchRequest<Photo> {
    FetchRequest<Photo>(where: predicate(scope, filter), order: order.keys)
  }

  /// The photos of a scope that contain a text.
  static func predicate(_ scope: Scope, _ text: String) -> FetchPredicate? {
    let matching = text.isEmpty ? nil : Photo.containing(text)
    let scope: FetchPredicate? =
      switch scope {
      case .nobody: .constant(false)
      case .everybody: nil
      case .photographer(let id): Photo.taken(by: id)
      }
    let parts = [scope, matching].compactMap { $0 }
    return parts.conjunction
  }
}
