import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// The photos of one photographer, or all, as a list or as a sheet of thumbnails.
final class PhotoList {
  /// Whose photos are listed.
  enum Scope: Equatable {
    case empty
    case photographer(ManagedObjectID)
    case all
  }

  let list: ObjectList<Photo>
  private(set) var scope = Scope.empty
  private(set) var order = PhotoOrder.title
  private(set) var filter = ""
  /// The photos that commands act on together, whether they are listed or not.
  let selection: PhotoSelection
  /// A Boolean value that indicates whether a change to another list of photos is in progress.
  private(set) var isTurning = false
  private let context: ManagedObjectContext
  private var wanted: (photo: ManagedObjectID, line: Int?)?
  private var latestLoad = 0
  private var loading: FetchedResultsController<Photo>?
  /// The number of selected photos that are not listed, and the selection that it was counted for.
  private var hidden: (ids: Set<ManagedObjectID>, count: Int)?

  init(context: ManagedObjectContext, pictures: PictureLoader) throws {
    self.context = context
    selection = PhotoSelection(context: context)
    let rows = Rows(context: context)
    list = ObjectList(
      try Self.controller(.empty, .title, "", context), rowHeight: 2, emptyText: "No photos",
      present: { rows.row(of: $0) },
      tile: { photo, size in
        PhotoPresentation.tile(
          of: photo, isMarked: rows.isMarked(photo),
          state: pictures.state(of: .init(photo: photo.objectID, box: size)))
      })
    rows.owner = self
  }

  /// The state that the rows need for their display; separate, because the list is created before its owner.
  private final class Rows {
    weak var owner: PhotoList?
    private let namesakes: Namesakes

    init(context: ManagedObjectContext) { namesakes = Namesakes(context: context) }

    func row(of photo: Photo) -> ListRow {
      PhotoPresentation.row(
        of: photo, order: owner?.order ?? .title, isMarked: isMarked(photo),
        photographer: photographer(of: photo))
    }

    /// The name of the photographer where photos of many are listed, with what distinguishes namesakes.
    private func photographer(of photo: Photo) -> String? {
      guard owner?.scope == .all, let photographer = photo.photographer else { return nil }
      return PhotoPresentation.name(of: photographer, distinction: namesakes.distinction(of: photographer))
    }

    func isMarked(_ photo: Photo) -> Bool { owner?.selection.contains(photo.objectID) ?? false }
  }

  /// Turns to other photos; what is listed now stays until ``load()`` has read them.
  ///
  /// The cursor will be on `photo`, if it is among them, in a line of the view, if one is given.
  func turn(to scope: Scope, selecting photo: ManagedObjectID? = nil, atLine line: Int? = nil) {
    self.scope = scope
    wanted = photo.map { ($0, line) }
    isTurning = true
  }

  /// The number of photos that are read and listed before all others.
  private static let firstPhotos = 200

  /// Reads those of the photos turned to last that are in view, and lists them; ``loadRest()`` reads the others.
  func load() async throws {
    latestLoad += 1
    let number = latestLoad
    defer { if number == latestLoad { isTurning = false } }
    let controller = try Self.controller(scope, order, filter, context)
    // The photos that were turned to before can be a million.
    loading?.cancelFetch()
    list.controller.cancelFetch()
    loading = controller
    try await controller.loadPart(ListPart(Self.firstPhotos, around: wanted?.photo))
    guard number == latestLoad else { return }
    loading = nil
    isTurning = false
    list.show(controller, selecting: wanted?.photo, atLine: wanted?.line)
  }

  /// Reads all photos that are listed, if some are missing.
  func loadRest() async throws { try await list.loadRest() }

  /// Has the first list be in an order.
  func start(with order: PhotoOrder) { self.order = order }

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
    try await list.replaceRequest(Self.request(scope, order, filter), showingFirst: Self.firstPhotos)
  }

  /// The number of selected photos that the list does not show.
  ///
  /// - Complexity: O(*m* log *n*) in the selected and the listed photos, after a change of either.
  var hiddenCount: Int {
    if selection.isEmpty || scope == .all && filter.isEmpty && !isTurning { return 0 }
    if let known = hidden, known.ids == selection.ids { return known.count }
    let count = selection.ids.count { list.controller.path(of: $0) == nil }
    hidden = (selection.ids, count)
    return count
  }

  /// Discards the count of hidden selected photos, because the list changed.
  func listDidChange() { hidden = nil }

  /// Selects the photos from the one under the cursor on, or ends the selection of those that are selected, and moves
  /// the cursor on.
  func toggleSelection(_ count: Int) {
    hidden = nil
    for photo in photos(fromCursor: count) { selection.toggle(photo.objectID) }
    list.view.moveOn(count)
  }

  /// The selected photos in the order of the list, those behind that it does not show.
  var selected: [Photo] {
    let listed = selection.ids.compactMap { id in list.controller.path(of: id).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
    let others = selection.ids.subtracting(listed).sorted()
    return (listed + others).compactMap { context.object(with: $0) as? Photo }
  }

  /// At most `count` photos from the one under the cursor on.
  func photos(fromCursor count: Int) -> [Photo] {
    guard let first = list.view.cursor.map(list.controller.index(of:)) else { return [] }
    return (first..<min(first + count, list.controller.count)).map { list.controller.object(at: $0) }
  }

  /// The photos after and before the one under the cursor.
  var neighbors: [ManagedObjectID] {
    let place = list.view.position - 1
    return [place + 1, place - 1].filter { (0..<list.controller.count).contains($0) }
      .map { list.controller.objectID(at: $0) }
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
      case .empty: .constant(false)
      case .all: nil
      case .photographer(let id): Photo.taken(by: id)
      }
    let parts = [scope, matching].compactMap { $0 }
    return parts.conjunction
  }
}
