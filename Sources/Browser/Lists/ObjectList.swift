import FetchedResults
import ListChanges
import ObjectGraph
import TerminalUI

/// A list view over a fetched-results controller: rows come, go and move only by the controller's changes.
final class ObjectList<Object: ManagedObject> {
  /// What is listed.
  private(set) var controller: FetchedResultsController<Object>
  /// The view.
  let view: ListView
  /// Called when the list shows something else, or the cursor is on another object.
  var onChange: () -> Void = {}
  private let rows: Rows

  /// Makes a list; `present` says what a row shows, and `header` what stands above a section of a name and a number
  /// of rows.
  init(
    _ controller: FetchedResultsController<Object>, rowHeight: Int = 1, showsHeaders: Bool = false,
    emptyText: String, present: @escaping (Object) -> ListRow,
    header: @escaping (String, Int) -> ListHeader = { name, _ in ListHeader(title: name) }
  ) {
    self.controller = controller
    rows = Rows(controller, present: present, header: header)
    view = ListView(source: rows, rowHeight: rowHeight, showsHeaders: showsHeaders, emptyText: emptyText)
    follow()
  }

  /// The object under the cursor.
  var selected: Object? { selectedID.flatMap { controller.context.object(with: $0) as? Object } }

  /// The ID of the object under the cursor.
  var selectedID: ManagedObjectID? { view.cursor.map { controller.objectID(at: $0) } }

  /// Shows what another controller lists, once that has been fetched; the cursor is on the object `id`, if it is
  /// there, else on the first row.
  func show(
    _ controller: FetchedResultsController<Object>, selecting id: ManagedObjectID? = nil,
    atLine line: Int? = nil
  ) {
    self.controller.onChange = nil
    self.controller = controller
    rows.controller = controller
    follow()
    view.reload()
    if let id { select(id, atLine: line) }
    onChange()
  }

  /// Moves the cursor to an object, if it is in the list, and its row to a line of the view, if one is given.
  func select(_ id: ManagedObjectID, atLine line: Int? = nil) {
    guard let path = controller.path(of: id) else { return }
    if let line { view.select(path, atLine: line) } else { view.select(path) }
  }

  private func follow() {
    controller.onChange = { [weak self] changes in
      guard let self else { return }
      view.apply(changes)
      onChange()
    }
  }

  /// What the view asks for.
  private final class Rows: ListSource {
    var controller: FetchedResultsController<Object>
    private let present: (Object) -> ListRow
    private let makeHeader: (String, Int) -> ListHeader
    /// The objects drawn last, kept so that the next frame finds them with their values.
    private var recent: [Object] = []
    private var next = 0

    init(
      _ controller: FetchedResultsController<Object>, present: @escaping (Object) -> ListRow,
      header: @escaping (String, Int) -> ListHeader
    ) {
      self.controller = controller
      self.present = present
      makeHeader = header
    }

    var sectionCount: Int { controller.sectionCount }

    func numberOfRows(in section: Int) -> Int { controller.rowCount(inSection: section) }

    func header(of section: Int) -> ListHeader {
      makeHeader(controller.sectionName(section), controller.rowCount(inSection: section))
    }

    func row(at path: RowPath) -> ListRow {
      let object = controller.object(at: path)
      keep(object)
      return present(object)
    }

    private func keep(_ object: Object) {
      if recent.count < 256 {
        recent.append(object)
      } else {
        recent[next] = object
        next = (next + 1) % recent.count
      }
    }
  }
}
