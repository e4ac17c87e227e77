import FetchedResults
import ListChanges
import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalPictures
import TerminalUI
import WorldMap

/// The first screen: photographers or groups at the left, their photos at the right, and beside them details where there is
/// room.
final class ListsScreen: BrowserScreen {
  /// The panes that keys can go to.
  enum Pane: Int {
    case master
    case photos
  }

  let photographers: PhotographerList
  /// The facts about photographers.
  let facts: PhotographerFacts
  /// The groups that are listed in place of the photographers; `nil` for none.
  var groups: GroupList?
  let photos: PhotoList
  let search: Search
  /// The request for the photos that are most like one.
  let likeness = AwaitedRequest()
  /// The pane that keys go to.
  var focus = Pane.master
  /// The widths of the panes.
  var panes = PaneLayouts()
  /// The places to go back to.
  var trail = Trail()
  let following = OwnerFollowing()
  /// Returns the text of a library without photos.
  var emptyLibraryText: () -> String = { "" }
  private let pictures: PictureLoader
  private let details: DetailsView
  private var shown = Shown()

  /// The content of the panes, as it was last laid out.
  private struct Shown {
    /// The frames of the left list, the photos and the details; `nil` for a pane that is not seen.
    var frames: [Rect?] = []
    var master = PaneFrame(title: "")
    var photos = PaneFrame(title: "")
    /// The borders of the panes that are seen.
    var row = PaneRow()
    /// The cells above the details that the picture may take; `nil` where there is none.
    var preview: Rect?
    var picture = PictureLoader.State.waiting
  }

  init(
    context: ManagedObjectContext, pictures: PictureLoader, search: Search, gazetteer: Gazetteer = Gazetteer()
  ) throws {
    facts = PhotographerFacts(context: context)
    photographers = try PhotographerList(context: context, facts: facts)
    photos = try PhotoList(context: context, pictures: pictures, facts: facts)
    details = DetailsView(facts, gazetteer)
    self.pictures = pictures
    self.search = search
  }

  var place: BrowserCommand.Place? { .lists }
  var isOpaque: Bool { true }

  /// The name of the list that keys go to, what it is limited to, and its rows from the cursor on.
  var text: [String] {
    layout(Size(width: 80, height: LinearText.page + 2))
    return [summary] + LinearText.rows(from: focusedView.position, of: focused)
  }

  /// The list that keys go to in words, with the number of its rows.
  var summary: String {
    let count = focused.isFilling ? "…" : String(focused.rowCount)
    return scopeSummary + ": \(count)" + (focused.rowCount == 0 ? ". " + emptyText(of: focus) : "")
  }

  /// The list that keys go to in words: its name, its filter and its order.
  var scopeSummary: String {
    let isPhotos = focus == .photos
    let name = isPhotos ? title : Words.capitalized(master.name)
    let order = isPhotos ? ", by \(photos.orderName.long)" : ""
    return name + (filter.isEmpty ? "" : " with “\(filter)”") + order
  }

  /// The list in the left pane.
  var master: any MasterList { groups ?? photographers }

  /// The list in a pane.
  func rows(of pane: Pane) -> any RowList { pane == .photos ? photos.list : master.rows }

  /// The list that keys go to.
  var focused: any RowList { rows(of: focus) }

  /// The view that keys go to.
  var focusedView: any CursorView { focused.view }

  /// The filter of the list that keys go to.
  var filter: String { focus == .photos ? photos.arrangement.filter : master.filter }
}

// MARK: - Frames

extension ListsScreen {
  func layout(_ size: Size) {
    for pane in [Pane.master, .photos] { rows(of: pane).matcher = matcher(of: pane) }
    shown.frames = panes.frames(of: Rect(size), besideSheet: photos.list.showsSheet, focused: focus)
    shown.preview = nil
    if let frame = shown.frames[0] { layoutMaster(frame.size) }
    if let frame = shown.frames[1] { layoutPhotos(frame.size) }
    if shown.frames.count > 2, let frame = shown.frames[2] { layoutDetails(frame.size) }
    shown.row.panes = zip([shown.master, shown.photos, PaneFrame(title: DetailsView.title)], shown.frames)
      .compactMap { border, frame in frame.map { .init(border, at: $0) } }
  }

  /// The texts that are looked for in a pane, by its filter and the search.
  private func matcher(of pane: Pane) -> TextMatcher? {
    let filter = pane == .photos ? photos.arrangement.filter : master.filter
    let search = search.pane == pane ? search.text : ""
    return filter.isEmpty && search.isEmpty ? nil : TextMatcher([filter, search])
  }

  private func layoutMaster(_ size: Size) {
    let view = master.rows.view
    view.emptyText = view.position == 0 ? emptyText(of: .master) : ""
    shown.master = layout(view, title: Words.capitalized(master.name), filter: master.filter, size)
    shown.master.footer = view.positionText
  }

  private func layoutPhotos(_ size: Size) {
    photos.list.sheet?.canCutPictures = pictures.maker?.style.canBeCut ?? true
    let view = photos.list.view
    view.emptyText = view.position == 0 ? emptyText(of: .photos) : ""
    shown.photos = layout(view, title: title, filter: photos.arrangement.filter, size)
    shown.photos.footer = photosFooter(width: size.width)
  }

  /// Lays a view out inside its frame, and returns the frame.
  private func layout(_ view: any CursorView, title: String, filter: String, _ size: Size) -> PaneFrame {
    view.layout(Rect(size).insideBorder.size)
    return PaneFrame(title: title + (filter.isEmpty ? "" : " /\(filter)"), scroll: view.scroll)
  }

  /// The picture of the photo under the cursor, and what is known of the photo.
  private func layoutDetails(_ size: Size) {
    details.show(photos.list.selected)
    details.freeLines = 0
    // As wide as the pane, and high enough for most pictures: cells are twice as high as wide.
    let width = size.width - 4
    let height = min(width * 2 / 5, size.height / 2 - 1)
    if let id = photos.list.selectedID, pictures.maker != nil, width > 8, height > 3 {
      let box = Rect(x: 2, y: 1, width: width, height: height)
      details.freeLines = height
      shown.preview = box
      shown.picture = pictures.state(of: .init(photo: id, box: box.size))
    }
    details.layout(size)
  }

  /// The name of the photos that are listed.
  var title: String {
    switch photos.scope {
    case .empty: "Photos"
    case .all: "All photos"
    case .photographer: photographers.selectedName ?? "Photos"
    case .group(let query): master.scope == photos.scope ? master.selectedName ?? query : query
    case .collection(let collection): photos.album?.title ?? collection.title
    }
  }

  /// Returns the position in the list; for thumbnails also the credit of the photo under the cursor.
  private func photosFooter(width: Int) -> String {
    let position = photos.list.view.positionText
    guard photos.list.showsSheet, let photo = photos.list.selected else { return position }
    let room = width - position.count - 10
    // Tiles have no room for the reason why a photo is the best of its stack.
    let reason = StackRow.reason(of: photo, in: photos.scope) ?? ""
    let words = [reason, PhotoPresentation.credit(of: photo)].filter { !$0.isEmpty }
      .joined(separator: " · ")
    return room < 12 || words.isEmpty ? position : SafeText.fitted(words, to: room) + " · " + position
  }

  /// Returns the text of the list in a pane while it is empty.
  private func emptyText(of pane: Pane) -> String {
    guard pane == .photos else { return emptyText(filter: master.filter, of: master.name, isFirst: true) }
    if photos.isUnread { return "The photos could not be read" }
    if photos.isTurning { return "" }
    let filter = photos.arrangement.filter
    if filter.isEmpty, let collection = photos.scope.collection { return collection.emptyText }
    // The other pane says it, if it is visible.
    let isFirst = shown.frames.first.flatMap { $0 } == nil
    return emptyText(filter: filter, of: "photos", isFirst: isFirst)
  }

  /// Returns the text of an empty list; only one pane states that the library is empty.
  private func emptyText(filter: String, of kind: String, isFirst: Bool) -> String {
    if isFirst, !master.isReady {
      return master.hasFailed ? "The \(master.name) could not be counted" : "Counting…"
    }
    if !filter.isEmpty { return "No \(kind) with “\(filter)”" }
    return isFirst ? emptyLibraryText() : ""
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    let seen = shown.frames.prefix(2).indices.filter { shown.frames[$0] != nil }
    shown.row.draw(in: canvas, focused: isFocused ? seen.firstIndex(of: focus.rawValue) : nil)
    for index in seen {
      guard let pane = Pane(rawValue: index), let frame = shown.frames[index] else { continue }
      rows(of: pane).view.draw(
        in: canvas.window(frame.insideBorder), isFocused: isFocused && focus == pane)
    }
    guard shown.frames.count > 2, let frame = shown.frames[2] else { return }
    let pane = canvas.window(frame)
    details.drawFacts(in: pane)
    guard let box = shown.preview else { return }
    let place = pane.window(box)
    switch shown.picture {
    case .waiting: break
    case .ready(let picture): place.draw(picture, at: place.bounds.centered(picture.size).origin)
    case .failed(let note): place.draw(note, centeredAt: box.height / 2, style: canvas.palette[.weak])
    }
  }
}

// MARK: - Pictures

extension ListsScreen {
  /// Asks for the pictures that the frame shows, or would show, and those that are likely to be next.
  func didDraw() {
    // Those of the next list follow in a moment; changes in quick succession would have the loader wait.
    guard !photos.isTurning else { return }
    var inView: [PictureLoader.Wish] = []
    var ahead: [PictureLoader.Wish] = []
    if let box = shown.preview?.size, let id = photos.list.selectedID {
      inView.append(.init(photo: id, box: box))
      ahead += photos.neighbors().map { .init(photo: $0, box: box) }
    }
    if let sheet = photos.list.sheet, photos.list.showsSheet, shown.frames[1] != nil {
      inView += thumbnails(sheet.visibleNearestFirst, of: sheet)
      ahead += thumbnails(sheet.ahead.joined(), of: sheet)
    }
    pictures.want(inView, ahead: ahead)
  }

  private func thumbnails(_ numbers: some Sequence<Int>, of sheet: SheetView) -> [PictureLoader.Wish] {
    numbers.compactMap { number in
      sheet.path(ofNumber: number).map {
        PictureLoader.Wish(
          photo: photos.list.controller.objectID(at: $0), box: sheet.pictureSize(ofNumber: number),
          fit: sheet.kind.fit)
      }
    }
  }
}

// MARK: - The mouse

extension ListsScreen {
  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    if mouse.action == .release { (panes.isDragging, panes.isScrolling) = (false, false) }
    if mouse.action == .drag, panes.isScrolling { return scrollPhotos(to: mouse.point.y) }
    if mouse.action == .drag, panes.isDragging {
      return panes.moveBoundary(to: mouse.point.x, besideSheet: photos.list.showsSheet)
    }
    guard let index = shown.frames.prefix(2).firstIndex(where: { $0?.contains(mouse.point) == true }),
      let pane = Pane(rawValue: index), let frame = shown.frames[index]
    else { return }
    switch mouse.action {
    case .wheelUp: rows(of: pane).view.wheel(-1)
    case .wheelDown: rows(of: pane).view.wheel(1)
    case .press where isBoundary(mouse.point): panes.isDragging = true
    case .press where pane == .photos && mouse.point.x == frame.maxX - 1:
      panes.isScrolling = true
      focus = pane
      scrollPhotos(to: mouse.point.y)
    case .press: click(mouse.point, in: pane, frame)
    case .doublePress:
      if click(mouse.point, in: pane, frame) { browser.openRow() }
    default: break
    }
  }

  /// Goes to the photo that a line of the scroll bar stands for, which is in the right border of the photos.
  private func scrollPhotos(to line: Int) {
    guard let frame = shown.frames[1], frame.height > 3 else { return }
    let share = Double(line - frame.minY - 1) / Double(frame.height - 3)
    photos.list.view.goTo(1 + Int(min(max(0, share), 1) * Double(max(0, photos.list.rowCount - 1))))
  }

  /// Returns a Boolean value that indicates whether a point is on the line between the two lists.
  private func isBoundary(_ point: Point) -> Bool {
    guard let left = shown.frames[0], shown.frames[1] != nil else { return false }
    return point.x == left.maxX - 1
  }

  /// Moves the cursor to a point of a pane, and returns whether there is a row.
  @discardableResult
  private func click(_ point: Point, in pane: Pane, _ frame: Rect) -> Bool {
    focus = pane
    let place = Point(x: point.x - frame.minX - 1, y: point.y - frame.minY - 1)
    guard let path = rows(of: pane).view.row(at: place) else { return false }
    rows(of: pane).view.select(path)
    return true
  }
}
