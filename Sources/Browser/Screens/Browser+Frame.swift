import PhotoLibrary
import PictureFetching
import Presentation
import Terminal
import TerminalUI

extension Browser {
  /// Draws the whole screen.
  func draw(_ canvas: Canvas) {
    guard !TooSmallCard.applies(to: canvas.size) else { return TooSmallCard.draw(in: canvas) }
    let (area, bottom) = canvas.bounds.cutBottom(1)
    previewBox = nil
    let talk = talkLines(width: area.width - 2)
    if showsPhoto {
      frames = []
      photoScreen.draw(in: canvas.window(area), coveredLines: talk.count)
    } else {
      drawPanes(in: canvas.window(area))
    }
    drawOverlay(in: canvas.window(area), above: talk.count)
    let (_, foot) = area.cutBottom(talk.count)
    for (row, line) in talk.suffix(foot.height).enumerated() {
      draw(line, in: canvas.window(Rect(x: foot.minX, y: foot.minY + row, width: foot.width, height: 1)))
    }
    // Leaves the last cell of the screen alone: writing it scrolls some terminals, and takes a detour in others.
    (departureLine ?? statusLine).draw(in: canvas.window(bottom.inset(left: 1, right: 1)))
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
    case .ready(let picture): place.draw(picture, at: Rect(box).centered(picture.size).origin)
    case .failed(let note): place.draw(note, centeredAt: height / 2, style: .dim)
    }
  }

  private func drawPhotographers(in canvas: Canvas) {
    let view = photographers.list.view
    let filter = photographerFilter.isEmpty ? "" : " /\(photographerFilter)"
    view.emptyText = emptyText(filter: photographerFilter, of: "photographers", isFirst: true)
    let frame = PaneFrame(title: "Photographers" + filter, footer: view.positionText)
    draw(frame, around: view, in: canvas, isFocused: isFocused(.photographers))
  }

  private func drawPhotos(in canvas: Canvas) {
    let view = photos.list.view
    let filter = photos.filter.isEmpty ? "" : " /\(photos.filter)"
    // The other pane says it, if it is visible.
    let isFirst = (frames.first ?? nil) == nil
    view.emptyText = photos.isTurning ? "" : emptyText(filter: photos.filter, of: "photos", isFirst: isFirst)
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

  /// Returns the position in the list; for thumbnails also the credit of the photo under the cursor.
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
    case .empty: "Photos"
    case .all: "All photos"
    case .photographer: photographers.list.selected?.name ?? "Photos"
    }
  }

  /// Returns the text of an empty list; only one pane states that the library is empty.
  private func emptyText(filter: String, of what: String, isFirst: Bool) -> String {
    if !filter.isEmpty { return "No \(what) with “\(filter)”" }
    guard isFirst else { return "" }
    return refresh.isRunning
      ? "Fetching…" : "No photos yet: \(key(.refresh)) fetches \(refresh.refresher.name)"
  }

  // MARK: Lines above the status line

  /// A line above the status line, over what is there.
  private enum TalkLine {
    case message(Toast, count: Int)
    case note(String)
    case prompt(TextField)
  }

  /// The message, and the prompt with what is wrong with its text below it.
  private func talkLines(width: Int) -> [TalkLine] {
    var lines = toasts.current.map { [TalkLine.message($0, count: toasts.count)] } ?? []
    guard case .prompt(let prompt) = mode else { return lines }
    let note = prompt.note.map { WrappedText.lines(of: $0, width: width) } ?? []
    lines += note.prefix(Self.noteLimit).map { .note($0) }
    return lines + [.prompt(prompt.field)]
  }

  /// The highest number of lines that say what is wrong with a text.
  private static let noteLimit = 3

  private func draw(_ line: TalkLine, in canvas: Canvas) {
    switch line {
    case .message(let toast, let count): toast.draw(in: canvas, count: count)
    case .note(let text):
      canvas.fill(style: canvas.palette.error)
      canvas.draw(text, at: Point(x: 1, y: 0), style: canvas.palette.error)
    case .prompt(let field):
      canvas.fill()
      field.draw(in: canvas.window(canvas.bounds.inset(left: 1, right: 1)))
    }
  }

  // MARK: Status line

  private var statusLine: StatusLine {
    var line = StatusLine()
    let source = refresh.refresher.name
    line.left = [
      .init(source, short: SafeText.fitted(source, to: 20), giving: -9, style: .dim, importance: 0)
    ]
    if let count = keyMaps[commandPlace]?.count {
      line.left.append(.init("\(count)", style: .bold, importance: 9))
    }
    let running = [refresh.progress, export.progress].compactMap { $0 }
    line.left += (running + [lockWait].compactMap { $0 }).flatMap { $0.segments(importance: 8) }
    if !running.isEmpty, !showsPhoto, takesCommands {
      line.left.append(.init("\(key(.escape)) cancels", style: .dim, importance: 2))
    }
    line.middle = hints
    line.right =
      findings + [
        .init("by \(photos.order.name)", short: photos.order.rawValue, giving: 2, style: .dim, importance: 4),
        .init(focusedView.positionText, importance: 11),
      ]
    return line
  }

  /// The state of pictures, selection, search and filter, each where there is something to say.
  private var findings: [StatusLine.Segment] {
    var segments: [StatusLine.Segment] = []
    switch supply {
    case .flowing: break
    case .paused: segments.append(.init("pictures paused", style: .dim, importance: 3))
    case .offline: segments.append(.init("offline", style: .bold, importance: 6))
    }
    if !photos.selection.isEmpty {
      let (count, hidden) = (photos.selection.count, photos.hiddenCount)
      segments.append(
        .init(
          "\(count) selected" + (hidden > 0 ? ", \(hidden) not shown" : ""),
          short: "●\(count)" + (hidden > 0 ? " \(hidden) hidden" : ""), giving: 2, style: .bold, importance: 9
        ))
    }
    if !search.text.isEmpty {
      segments.append(.init("“\(search.text)” \(search.matches.count) found", importance: 3))
    }
    for filter in [photographerFilter, photos.filter] where !filter.isEmpty {
      segments.append(.init("/" + SafeText.fitted(filter, to: 16), importance: 5))
    }
    return segments
  }

  /// A Boolean value that indicates whether keys are commands now.
  private var takesCommands: Bool {
    if case .commands = mode { true } else { false }
  }

  /// The available actions as separate segments, so that as many as possible fit; help is dropped last.
  private var hints: [StatusLine.Segment] {
    switch mode {
    case .commands: break
    case .prompt(let prompt):
      let more = prompt.purpose == .command ? ["Tab complete", "↑ former"] : []
      return (["Enter accept"] + more).map { .init($0, style: .dim) }
        + [.init("Esc cancel", style: .dim, importance: 10)]
    // What is open names its keys itself.
    case .help, .messages, .details: return []
    }
    let keys =
      showsPhoto
      ? [
        hint(.nextPhoto, "next"), hint(.previousPhoto, "previous"), hint(.zoomIn, "zoom"),
        hint(.fill, "fill"), hint(.slideShow, "slide show"), hint(.close, "back"),
      ]
      : [
        hint(.refresh, "refresh"), hint(.delete, "delete"), hint(.undo, "undo"),
        hint(.sheet, photos.list.showsGrid ? "list" : "sheet"), hint(.search, "search"),
      ]
    let hints = zip(keys, 1...).map { StatusLine.Segment($0, style: .dim, importance: -$1) }
    return hints + [.init(hint(.help, "help"), style: .dim, importance: 10)]
  }

  // MARK: Overlays

  /// Draws what is open; the list of sources stands above the lines at the bottom that are covered.
  private func drawOverlay(in canvas: Canvas, above coveredLines: Int) {
    switch mode {
    case .help(let help): help.draw(in: canvas, isFocused: true)
    case .details:
      let card = canvas.window(DetailsView.card(in: canvas.bounds))
      card.fill()
      details.draw(in: card, isFocused: true)
    case .messages(let messages): messages.draw(in: canvas, isFocused: true)
    case .prompt(let prompt):
      prompt.picker?.draw(in: canvas.window(canvas.bounds.cutBottom(coveredLines).rest))
    case .commands: break
    }
  }
}
