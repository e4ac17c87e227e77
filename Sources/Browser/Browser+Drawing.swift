import PhotoLibrary
import Terminal
import TerminalUI

extension Browser {
  /// Draws the whole screen.
  func draw(_ canvas: Canvas) {
    guard !TooSmallCard.applies(to: canvas.size) else { return TooSmallCard.draw(in: canvas) }
    let (area, bottom) = canvas.bounds.cutBottom(1)
    previewBox = nil
    if showsPhoto {
      frames = []
      photoScreen.draw(in: canvas.window(area), isFocused: true)
    } else {
      drawPanes(in: canvas.window(area))
    }
    drawBottom(in: canvas.window(bottom))
    drawOverlay(in: canvas.window(area))
    wantPictures()
  }

  private func drawPanes(in canvas: Canvas) {
    let layout = photos.list.showsGrid ? sheetLayout : layout
    frames = layout.frames(in: canvas.bounds, focused: focus.rawValue)
    if let frame = frames[0] { drawPhotographers(in: canvas.window(frame)) }
    if let frame = frames[1] { drawPhotos(in: canvas.window(frame)) }
    if frames.count > 2, let frame = frames[2] { drawDetails(in: canvas.window(frame)) }
  }

  /// The picture of the photo under the cursor, and what is known of the photo.
  private func drawDetails(in canvas: Canvas) {
    // As wide as the pane, and high enough for most pictures: cells are twice as high as wide.
    let width = canvas.size.width - 4
    let height = min(width * 2 / 5, canvas.size.height / 2 - 1)
    let box = Size(width: width, height: height)
    guard let id = photos.list.selectedID, pictures.maker != nil, width > 8, height > 3 else {
      return details.draw(in: canvas, isFocused: false)
    }
    details.draw(in: canvas, isFocused: false, below: height + 1)
    previewBox = box
    let place = canvas.window(Rect(x: 2, y: 1, width: width, height: height))
    switch pictures.state(of: .init(photo: id, box: box)) {
    case .waiting: break
    case .ready(let picture): place.draw(picture, at: Rect(box).centred(picture.size).origin)
    case .failed(let note): place.draw(note, centredAt: height / 2, style: .dim)
    }
  }

  private func drawPhotographers(in canvas: Canvas) {
    let view = photographers.list.view
    let filter = photographerFilter.isEmpty ? "" : " /\(photographerFilter)"
    view.emptyText = emptyText(filter: photographerFilter, of: "photographers")
    let frame = PaneFrame(title: "Photographers" + filter, footer: view.positionText)
    draw(frame, around: view, in: canvas, isFocused: isFocused(.photographers))
  }

  private func drawPhotos(in canvas: Canvas) {
    let view = photos.list.view
    let filter = photos.filter.isEmpty ? "" : " /\(photos.filter)"
    view.emptyText = photos.isTurning ? "" : emptyText(filter: photos.filter, of: "photos")
    let frame = PaneFrame(title: photosTitle + filter, footer: photosFooter(width: canvas.size.width))
    draw(frame, around: view, in: canvas, isFocused: isFocused(.photos))
  }

  private func draw(_ frame: PaneFrame, around view: any CursorView, in canvas: Canvas, isFocused: Bool) {
    view.draw(in: canvas.window(canvas.bounds.insideBorder), isFocused: isFocused)
    // What part is in view is known when the view has taken its place.
    var frame = frame
    frame.scroll = view.scroll
    frame.draw(in: canvas, isFocused: isFocused)
  }

  /// The place in the list; of thumbnails also who is to be credited for the one under the cursor.
  private func photosFooter(width: Int) -> String {
    let position = photos.list.view.positionText
    guard photos.list.showsGrid, let photo = photos.list.selected else { return position }
    let room = width - position.count - 10
    let credit = PhotoPresentation.credit(of: photo)
    return room < 12 || credit.isEmpty ? position : SafeText.fitted(credit, to: room) + " · " + position
  }

  private func isFocused(_ pane: Pane) -> Bool {
    if case .commands = mode { return focus == pane }
    if case .prompt = mode { return focus == pane }
    return false
  }

  private var photosTitle: String {
    switch photos.scope {
    case .nobody: "Photos"
    case .everybody: "All photos"
    case .photographer: photographers.list.selected?.name ?? "Photos"
    }
  }

  private func emptyText(filter: String, of what: String) -> String {
    if !filter.isEmpty { return "No \(what) with “\(filter)”" }
    return refresh.isRunning ? "Fetching…" : "None yet: r fetches photos"
  }

  // MARK: Bottom line

  /// Leaves the last cell of the screen alone: writing it scrolls some terminals, and takes a detour in others.
  private func drawBottom(in canvas: Canvas) {
    let inside = canvas.window(canvas.bounds.inset(left: 1, right: 1))
    if let departureLine { return departureLine.draw(in: inside) }
    if case .prompt(let prompt) = mode { return prompt.field.draw(in: inside) }
    guard let toast = toasts.current else { return statusLine.draw(in: inside) }
    toast.draw(in: canvas.window(canvas.bounds.inset(left: 0, right: 1)))
  }

  private var statusLine: StatusLine {
    var line = StatusLine()
    line.left = [.init(refresh.refresher.name, style: .dim, importance: 2)]
    if let count = keyMap.count { line.left.append(.init("\(count)", style: .bold, importance: 9)) }
    if let progress = refresh.progress {
      line.left.append(progress.segment(importance: 8))
      line.left.append(.init("Esc cancel", style: .dim, importance: 3))
    } else {
      line.middle = hints
    }
    switch supply {
    case .flowing: break
    case .paused: line.right.append(.init("pictures paused", style: .dim, importance: 4))
    case .offline: line.right.append(.init("offline", style: .bold, importance: 8))
    }
    if !photos.marked.isEmpty { line.right.append(.init("\(photos.marked.count) selected", importance: 7)) }
    if !search.text.isEmpty {
      line.right.append(.init("“\(search.text)” \(search.matches.count) found", importance: 5))
    }
    line.right.append(.init("by \(photos.order.name)", style: .dim, importance: 1))
    line.right.append(.init(focusedView.positionText, importance: 6))
    return line
  }

  /// What can be done here, each for itself, so that as much of it is seen as there is room for; help to the last.
  private var hints: [StatusLine.Segment] {
    let keys =
      showsPhoto
      ? ["n next", "N previous", "+ zoom", "f fill", "p slide show", "q back"]
      : ["r refresh", "d delete", "u undo", photos.list.showsGrid ? "v list" : "v sheet", "/ search"]
    let hints = zip(keys, 1...).map { StatusLine.Segment($0, style: .dim, importance: -$1) }
    return hints + [.init("? help", style: .dim)]
  }

  // MARK: Overlays

  private func drawOverlay(in canvas: Canvas) {
    switch mode {
    case .help(let help): help.draw(in: canvas, isFocused: true)
    case .details:
      let card = canvas.window(DetailsView.card(in: canvas.bounds))
      card.fill()
      details.draw(in: card, isFocused: true)
    case .prompt(let prompt): prompt.picker?.draw(in: canvas)
    case .commands: break
    }
  }
}
