import FetchedResults
import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

/// The photos that were deleted from the library and can be restored, the one that was deleted last first.
///
/// They are records of photos, and no photos: they are in no other list, and have no pictures.
final class DeletedScreen: BrowserScreen {
  let list: ObjectList<DeletedPhoto>
  /// A Boolean value that indicates whether the first rows are still missing, which keys wait for.
  private(set) var isReading = true
  private let controller: FetchedResultsController<DeletedPhoto>
  private var border = PaneFrame(title: "")

  private static let title = "Deleted photos"

  /// Creates the screen, which is empty until ``load()``.
  ///
  /// - Throws: The errors of the library.
  init(context: ManagedObjectContext) throws {
    controller = try FetchedResultsController(
      FetchRequest<DeletedPhoto>(order: DeletedPhoto.listOrder), context: context)
    let rows = Rows()
    list = ObjectList(
      controller, twoLinesBelow: 52, emptyText: "", present: { rows.row(of: $0) },
      prepare: { rows.keepOnly($0) })
  }

  /// The rows in view.
  ///
  /// They are kept, because the values of deleted photos are JSON: reading those of a screen takes longer than a frame may.
  private final class Rows {
    private var known: [ManagedObjectID: ListRow] = [:]

    /// Discards the rows of all photos but some.
    func keepOnly(_ ids: [ManagedObjectID]) {
      let ids = Set(ids)
      known = known.filter { ids.contains($0.key) }
    }

    func row(of photo: DeletedPhoto) -> ListRow {
      var row = known[photo.objectID] ?? newRow(of: photo)
      row.trailing = Words.age(of: photo.deletedAt, now: Date())
      return row
    }

    private func newRow(of photo: DeletedPhoto) -> ListRow {
      let row = ListRow(
        title: photo.title, note: photo.isTrashed ? "in the trash" : "",
        details: [photo.photographerName ?? ""])
      // The row of a library on another machine may not be here yet.
      if !photo.isFault { known[photo.objectID] = row }
      return row
    }
  }

  /// Reads the photos that were deleted last, and lists them; ``loadRest()`` reads the others.
  func load() async throws {
    defer { isReading = false }
    try await controller.loadPart(.first(around: nil))
    list.reload()
  }

  /// Reads all deleted photos.
  func loadRest() async throws {
    try await list.loadRest()
    list.lines.emptyText = "No photo is deleted"
  }

  var place: BrowserCommand.Place? { .deleted }
  var isOpaque: Bool { true }

  /// The first rows, below their number.
  var text: [String] {
    let summary = "\(Self.title): \(list.isFilling ? "…" : String(list.rowCount))"
    return [summary] + LinearText.rows(from: 1, of: list)
  }

  var rowText: String? { LinearText.row(list.view.position, of: list) }

  /// At most `count` photos from the one under the cursor on.
  func photos(fromCursor count: Int) -> [ManagedObjectID] {
    let first = list.view.position - 1
    guard first >= 0 else { return [] }
    return (first..<min(first + count, controller.count)).map { controller.objectID(at: $0) }
  }

  // MARK: Frames

  func layout(_ size: Size) {
    list.view.layout(Rect(size).insideBorder.size)
    border = PaneFrame(title: Self.title, footer: list.view.positionText, scroll: list.view.scroll)
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    list.view.draw(in: border.draw(in: canvas, isFocused: isFocused), isFocused: isFocused)
  }

  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    switch mouse.action {
    case .wheelUp: list.view.wheel(-1)
    case .wheelDown: list.view.wheel(1)
    case .press:
      let place = Point(x: mouse.point.x - 1, y: mouse.point.y - 1)
      if let path = list.view.row(at: place) { list.view.select(path) }
    default: break
    }
  }
}
