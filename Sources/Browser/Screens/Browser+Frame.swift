import ObjectGraph
import PhotoLibrary
import PictureFetching
import Presentation
import Terminal
import TerminalUI

extension Browser {
  /// Lays out and draws a frame, and starts what it needs.
  func drawFrame(_ canvas: Canvas) {
    guard !TooSmallCard.applies(to: canvas.size) else { return TooSmallCard.draw(in: canvas) }
    library.context.withoutWaiting {
      let frame = layoutFrame(canvas.size)
      frame.draw(in: canvas)
      didDrawDeparture()
      screens.frame = frame
      for screen in frame.screens { screen.screen.didDraw() }
      for list in [lists.master.rows, lists.photos.list, movedList] as [any RowList] { list.readAround() }
    }
    fetchMissingRows()
  }

  /// Computes all that a frame shows.
  func layoutFrame(_ size: Size) -> BrowserFrame {
    let (area, bottom) = Rect(size).cutBottom(1)
    let screens = screens.visible
    let foot = screens.reduce(0) { $0 + $1.footHeight(in: area.size) }
    let message = toasts.current.map { (toast: $0, count: toasts.count) }
    for screen in screens {
      // The foot of a screen is covered by nothing; the message stands above it.
      let covered = screen.footHeight(in: area.size) > 0 ? 0 : foot
      screen.layout(area.size, coveredLines: covered + (message == nil ? 0 : 1))
    }
    return BrowserFrame(
      area: area, screens: screens.map { ($0, self.screens.isFocused($0)) }, message: message,
      messageLine: area.cutBottom(foot).rest.cutBottom(1).bottom, messagesHint: hint(.messages, "all"),
      // Leaves the last cell of the screen alone: writing it scrolls some terminals, and takes a detour in others.
      statusLine: departureLine ?? mapStatus ?? deletedStatus ?? statusLine,
      statusArea: bottom.inset(left: 1, right: 1))
  }

  // MARK: Status line

  private var statusLine: StatusLine {
    var line = StatusLine()
    let source = refresh.refresher.name
    line.left = [
      .init(source, short: SafeText.fitted(source, to: 20), giving: -9, role: .weak, importance: 0)
    ]
    if let count = keyboard.maps[commandPlace]?.count {
      line.left.append(.init("\(count)", role: .strong, importance: 9))
    }
    if let cull = photo.cull, let progress = cull.progress {
      line.left.append(
        .init(progress.text, shorter: progress.shorterTexts, giving: 6, role: .strong, importance: 10))
    }
    let running = [refresh.progress, fetching.progress, export.progress].compactMap { $0 }
    let states = [outageIndicator, saveFailureIndicator, session.lockWait].compactMap { $0 }
    line.left += (running + states).flatMap { $0.segments(importance: 8) }
    if lists.likeness.isRunning {
      line.left.append(
        .init("looking for similar photos", short: "looking", giving: 7, role: .strong, importance: 8))
    }
    if session.lastMoving != nil {
      line.left.append(.init("moving files", short: "moving", giving: 7, role: .strong, importance: 8))
    }
    if session.renaming.isRunning {
      line.left.append(.init("renaming a tag", short: "renaming", giving: 7, role: .strong, importance: 8))
    }
    if screens.takesCommands, lists.likeness.isRunning || !running.isEmpty && !showsPhoto {
      line.left.append(.init(hint(.escape, "cancels"), importance: 2))
    }
    line.middle = screens.top.place == nil ? screens.top.hints : commandHints
    line.right =
      findings + [
        .init(
          "by \(lists.photos.orderName.long)", short: lists.photos.orderName.short, giving: 2, role: .weak,
          importance: 4),
        .init(compare?.positionText ?? lists.focusedView.positionText, importance: 11),
      ]
    return line
  }

  /// The state of pictures, selection, search and filter, each where there is something to say.
  private var findings: [StatusLine.Segment] {
    let (photos, search) = (lists.photos, lists.search)
    var segments: [StatusLine.Segment] = []
    switch pictures.supply {
    case .flowing: break
    case .paused: segments.append(.init("pictures paused", role: .weak, importance: 3))
    case .offline: segments.append(.init("offline", role: .strong, importance: 6))
    }
    if !photos.selection.isEmpty {
      let (count, hidden) = (photos.selection.count, photos.hiddenCount)
      segments.append(
        .init(
          "\(count) selected" + (hidden > 0 ? ", \(hidden) not shown" : ""),
          short: "●\(count)" + (hidden > 0 ? " \(hidden) hidden" : ""), giving: 2, role: .strong,
          importance: 9
        ))
    }
    if !search.text.isEmpty {
      let count = search.isSearching ? "…" : "\(search.matches.count) found"
      segments.append(.init("“\(search.text)” \(count)", importance: 3))
    }
    for filter in [lists.master.filter, photos.arrangement.filter] where !filter.isEmpty {
      segments.append(.init("/" + SafeText.fitted(filter, to: 16), importance: 5))
    }
    return segments
  }

  /// The commands of the screen as separate segments, so that as many as possible fit; help is dropped last.
  private var commandHints: [StatusLine.Segment] {
    let keys =
      photo.cull != nil
      ? cullHints
      : showsPhoto
        ? [
          hint(.nextPhoto, "next"), hint(.previousPhoto, "previous"), hint(.zoomIn, "zoom"),
          hint(.fill, "fill"), hint(.slideShow, "slide show"), hint(.close, "back"),
        ]
        : [
          hint(.refresh, "refresh"), hint(.delete, "delete"), hint(.undo, "undo"),
          hint(.sheet, lists.photos.list.showsSheet ? "list" : "sheet"), hint(.search, "search"),
        ]
    let hints = zip(keys, 1...).map { StatusLine.Segment($0, importance: -$1) }
    return hints + [.init(hint(.help, "help"), importance: 10)]
  }

  private var cullHints: [KeyHint] {
    compare == nil
      ? [
        hint(.pick, "pick"), hint(.reject, "reject"), hint(.skip, "skip"), hint(.undo, "undo"),
        hint(.compare, "compare"), hint(.close, "back"),
      ]
      : [
        hint(.nextPane, "next"), hint(.choosePane, "choose"), hint(.zoomIn, "zoom"),
        hint(.closeCompare, "back"),
      ]
  }
}
