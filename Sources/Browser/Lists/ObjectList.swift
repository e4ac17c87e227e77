import FetchedResults
import ListChanges
import ObjectGraph
import Terminal
import TerminalUI

/// A view over a controller of rows: they come, go and move only by the controller's changes.
///
/// The rows can be seen as lines or, if the list says how, as tiles; both follow the changes.
final class ObjectList<Object: ManagedObject> {
  /// The controller of the listed objects.
  private(set) var controller: any ListController<Object>
  /// The rows as lines.
  let lines: ListView
  /// The rows as tiles, if they can be seen so.
  let sheet: SheetView?
  /// Called when the list shows something else, or the cursor is on another object.
  var onChange: () -> Void = {}
  /// A Boolean value that indicates whether rows are missing that are being read.
  private(set) var isFilling = false
  private var latestFilling = 0
  private var restarts = 0
  var matcher: TextMatcher? {
    get { rows.matcher }
    set { rows.matcher = newValue }
  }
  private let rows: Rows
  /// The object under the cursor before a reload, and its line of the view.
  private var place: (id: ManagedObjectID, line: Int)?

  /// A Boolean value that indicates whether the rows are seen as tiles; the cursor stays on its row.
  var showsSheet = false {
    didSet {
      let former: (any CursorView)? = oldValue ? sheet : lines
      if let former, former !== view, let path = former.cursor { view.select(path) }
    }
  }

  /// The visible view.
  var view: any CursorView {
    if showsSheet, let sheet { return sheet }
    return lines
  }

  /// Creates a list; `present` says what a row shows, `header` what stands above a section of a name, a number
  /// of rows and a first object, and `tile` what a tile shows whose picture may have that size; `prepare` reads what the lines
  /// of a frame need, for all of them together.
  init(
    _ controller: any ListController<Object>, twoLinesBelow: Int = 0,
    headings: ListView.Headings = .lines, emptyText: String, present: @escaping (Object) -> ListRow,
    header: @escaping (String, Int, Object) -> ListHeader = { name, _, _ in ListHeader(title: name) },
    tile: ((Object, Size) -> SheetTile)? = nil, shape: @escaping (Object) -> Double = { _ in 1.5 },
    isLimited: @escaping (Object) -> Bool = { _ in true },
    prepare: @escaping ([ManagedObjectID]) -> Void = { _ in }
  ) {
    self.controller = controller
    rows = Rows(
      controller, present: present, header: header, tile: tile, shape: shape, isLimited: isLimited,
      prepare: prepare)
    lines = ListView(source: rows, twoLinesBelow: twoLinesBelow, headings: headings, emptyText: emptyText)
    sheet = tile == nil ? nil : SheetView(source: rows, emptyText: emptyText)
    follow()
  }

  /// The object under the cursor.
  var selected: Object? { selectedID.flatMap { controller.context.object(with: $0) as? Object } }

  /// The ID of the object under the cursor.
  var selectedID: ManagedObjectID? { view.cursor.map { controller.objectID(at: $0) } }

  /// Reads the rows above and below those drawn last, so that they are at hand when the list scrolls.
  ///
  /// A library on this machine needs no such reading.
  func readAround() {
    guard let drawn = rows.removeDrawn(), drawn.upperBound < controller.count else { return }
    let margin = max(Self.leastMargin, drawn.count)
    let first = max(0, drawn.lowerBound - margin)
    _ = controller.objects(at: first..<min(controller.count, drawn.upperBound + 1 + margin))
  }

  /// The number of rows around those drawn that are read ahead, unless as many again are drawn.
  private static var leastMargin: Int { 50 }

  func row(number: Int) -> ListRow? {
    (1...max(1, controller.count)).contains(number) && controller.count > 0
      ? rows.row(at: controller.path(at: number - 1)) : nil
  }

  func heading(number: Int) -> String? {
    guard lines.hasHeaderLines, (1...max(1, controller.count)).contains(number), controller.count > 0 else {
      return nil
    }
    let path = controller.path(at: number - 1)
    return path.row == 0 ? rows.header(of: path.section).title : nil
  }

  /// Reloads the row counts and moves the cursor to the first row.
  ///
  /// If the controller has a part of its list, ``loadRest()`` must follow.
  func reload() {
    latestFilling += 1
    isFilling = !controller.isComplete
    showAll()
  }

  var isRestarting: Bool { restarts > 0 }

  func restart(atRow number: Int) -> () async throws -> Void {
    restarts += 1
    latestFilling += 1
    return { [self, filling = latestFilling] in
      defer { restarts -= 1 }
      try await controller.loadPart(.first(around: nil))
      // Another list may have been shown meanwhile.
      guard filling == latestFilling else { return }
      reload()
      view.goTo(number)
      onChange()
    }
  }

  /// Reads all rows of the list, if some are missing.
  func loadRest() async throws {
    let controller = controller
    try await fill(controller.loadRest)
  }

  /// Replaces what the controller lists: first some rows, around the cursor if its object is among them, then all.
  ///
  /// - Parameter replace: Replaces it in the controller, which shows the part of the list first.
  func replace(_ replace: (ListPart) async throws -> Void) async throws {
    let part = ListPart.first(around: selectedID)
    try await fill { try await replace(part) }
  }

  private func fill(_ read: () async throws -> Void) async throws {
    latestFilling += 1
    let number = latestFilling
    isFilling = true
    defer { if number == latestFilling { endFilling() } }
    try await read()
  }

  /// Notes that no rows are missing, of which no change may give notice: the first rows can have been all.
  private func endFilling() {
    isFilling = false
    noteCompleteness()
    onChange()
  }

  private func showAll() {
    noteCompleteness()
    lines.reload()
    sheet?.reload()
  }

  private func noteCompleteness() {
    lines.isComplete = controller.isComplete
    sheet?.isComplete = controller.isComplete
  }

  /// Shows what another controller lists, once that has been fetched; the cursor is on the object `id`, if it is
  /// there, else on the first row.
  func show(
    _ controller: any ListController<Object>, selecting id: ManagedObjectID? = nil,
    atLine line: Int? = nil
  ) {
    self.controller.onChange = nil
    self.controller.willReload = nil
    self.controller = controller
    rows.controller = controller
    follow()
    reload()
    if let id { select(id, atLine: line) }
    onChange()
  }

  /// Moves the cursor to an object, if it is in the list, and its row to a line of the view, if one is given and rows
  /// are lines.
  func select(_ id: ManagedObjectID, atLine line: Int? = nil) {
    guard let path = controller.path(of: id) else { return }
    if let line, !showsSheet { lines.select(path, atLine: line) } else { view.select(path) }
  }

  /// Returns whether the cursor can move to an object without scrolling, or the object is not in the list.
  func shows(_ id: ManagedObjectID) -> Bool { controller.path(of: id).map(lines.shows) ?? true }

  private func follow() {
    controller.willReload = { [weak self] in
      guard let self, let id = selectedID, let line = view.cursorLine else { return }
      place = (id, line)
    }
    controller.onChange = { [weak self] in self?.follow($0) }
  }

  private func follow(_ changes: SectionedChanges) {
    noteCompleteness()
    lines.apply(changes)
    sheet?.apply(changes)
    if changes.isReload, let place {
      self.place = nil
      if let path = controller.path(of: place.id) { view.select(path, atLine: place.line) }
    }
    onChange()
  }

  /// The data source of the views.
  private final class Rows: ListSource, SheetSource {
    var controller: any ListController<Object>
    var matcher: TextMatcher?
    private let present: (Object) -> ListRow
    private let makeHeader: (String, Int, Object) -> ListHeader
    private let makeTile: ((Object, Size) -> SheetTile)?
    private let makeShape: (Object) -> Double
    private let isLimited: (Object) -> Bool
    private let prepare: ([ManagedObjectID]) -> Void
    private var recent = RecentObjects()
    /// The first and the last row drawn since ``removeDrawn()``, counted through all sections.
    private var drawn: ClosedRange<Int>?

    init(
      _ controller: any ListController<Object>, present: @escaping (Object) -> ListRow,
      header: @escaping (String, Int, Object) -> ListHeader, tile: ((Object, Size) -> SheetTile)?,
      shape: @escaping (Object) -> Double, isLimited: @escaping (Object) -> Bool,
      prepare: @escaping ([ManagedObjectID]) -> Void
    ) {
      self.controller = controller
      self.present = present
      makeHeader = header
      makeTile = tile
      makeShape = shape
      self.isLimited = isLimited
      self.prepare = prepare
    }

    var sectionCount: Int { controller.sectionCount }

    var hasHeaders: Bool { controller.hasSections }

    func numberOfRows(in section: Int) -> Int { controller.rowCount(inSection: section) }

    func header(of section: Int) -> ListHeader {
      makeHeader(
        controller.sectionName(section), controller.rowCount(inSection: section),
        object(at: RowPath(section: section, row: 0)))
    }

    func rows(at paths: [RowPath]) -> [ListRow] {
      for path in paths { noteDrawn(path) }
      let objects = readAhead(paths)
      prepare(objects.map(\.objectID))
      return objects.map { row(of: $0) }
    }

    func row(at path: RowPath) -> ListRow {
      noteDrawn(path)
      return row(of: object(at: path))
    }

    private func row(of object: Object) -> ListRow {
      var row = present(object)
      // The row of a library on another machine may not be here yet.
      if object.isFault { return ListRow(title: "…", isDimmed: true) }
      if let matcher { row.matches = matcher.columns(in: row.title) }
      return row
    }

    func prepareTiles(at paths: [RowPath]) { _ = readAhead(paths) }

    /// Returns the objects of some rows; those that are missing are read in one go.
    private func readAhead(_ paths: [RowPath]) -> [Object] {
      let objects = controller.objects(at: paths)
      recent.insert(objects)
      return objects
    }

    func tile(at path: RowPath, size: Size) -> SheetTile {
      noteDrawn(path)
      let object = object(at: path)
      let tile = makeTile?(object, size) ?? SheetTile(title: "")
      return object.isFault ? SheetTile(title: "…") : tile
    }

    func shape(at path: RowPath) -> Double { makeShape(object(at: path)) }

    func isLimited(at path: RowPath) -> Bool { isLimited(object(at: path)) }

    /// Returns the range from the first to the last row drawn, and begins another one; `nil` with a library on this machine.
    func removeDrawn() -> ClosedRange<Int>? {
      defer { drawn = nil }
      return drawn
    }

    /// Extends the drawn range by a row.
    ///
    /// A header is no part of it: it asks for the first object of its section, which can be far above the view.
    private func noteDrawn(_ path: RowPath) {
      guard controller.context.coordinator.store.isRemote else { return }
      let index = controller.index(of: path)
      drawn = min(drawn?.lowerBound ?? index, index)...max(drawn?.upperBound ?? index, index)
    }

    private func object(at path: RowPath) -> Object {
      let object = controller.object(at: path)
      recent.insert(object)
      return object
    }
  }
}
