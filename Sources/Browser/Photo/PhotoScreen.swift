import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalPictures
import TerminalUI
import WorldMap

/// One photo as large as there is room, with who took it; or a part of it, enlarged.
final class PhotoScreen: BrowserScreen {
  let picture: PhotoPicture
  /// The judging of photos; `nil` where a photo is only looked at.
  var cull: CullSession?
  /// The position in the list, shown below the photo.
  var position = ""
  /// A Boolean value that indicates whether the photo is selected.
  var isSelected = false
  /// Returns the photos that are likely to be shown next, the likeliest first.
  var neighbors: () -> [ManagedObjectID] = { [] }
  /// The thumbnails of the photos around, while they are wanted.
  var strip: PhotoStrip?
  private let context: ManagedObjectContext
  private let gazetteer: Gazetteer
  private var caption = Caption()
  /// The frames of the photo, the strip and the caption, as last laid out.
  private var parts = Parts(of: .zero, stripHeight: 0)
  /// The cell at which the mouse holds the picture; `nil` while it does not.
  private var grip: Point?

  init(picture: PhotoPicture, context: ManagedObjectContext, gazetteer: Gazetteer = Gazetteer()) {
    self.picture = picture
    (self.context, self.gazetteer) = (context, gazetteer)
  }
}

// MARK: - Frames

extension PhotoScreen {
  /// The lines below the photo: the title and the credit with a link to the page, as Flickr's terms require.
  private struct Caption {
    var title = ""
    var position = ""
    var credit = ""
    var page = ""
    /// A drawing of the part that is seen of an enlarged photo.
    var navigator: PictureNavigator?
    /// The lines at the foot that other things cover.
    var coveredLines = 0
  }

  /// The frames of what is seen, from the top.
  private struct Parts {
    let area: Rect
    let strip: Rect
    let caption: Rect

    init(of size: Size, stripHeight: Int) {
      let rest: Rect
      (rest, caption) = Rect(size).cutBottom(size.height > 6 ? 2 : 1)
      let lower: Rect
      (area, lower) = rest.cutBottom(stripHeight > 3 ? stripHeight + 1 : stripHeight)
      strip = lower.cutBottom(stripHeight).bottom
    }
  }

  var place: BrowserCommand.Place? { cull == nil ? .photo : .cull }
  var isOpaque: Bool { true }

  /// The position of the photo, and its facts.
  var text: [String] {
    guard let photo = picture.photo.flatMap({ context.object(with: $0) as? Photo }) else { return [] }
    let facts = PhotoPresentation.facts(of: photo, town: gazetteer.description(of:))
      .map { "\($0.label): \($0.text)" }
    return ["Photo \(position)" + (isSelected ? ", selected" : "")] + facts
  }

  func layout(_ size: Size) { layout(size, coveredLines: 0) }

  /// Fits the photo and its caption, which stays above the lines that something else covers.
  func layout(_ size: Size, coveredLines: Int) {
    parts = Parts(of: size, stripHeight: strip == nil ? 0 : PhotoStrip.height(within: size.height))
    strip?.layout(parts.strip.size)
    let area = parts.area
    picture.resize(area.size)
    caption = Caption(position: position, coveredLines: coveredLines)
    if picture.isEnlarged, let viewport = picture.viewport, let part = viewport.placement?.source {
      caption.position = "\(Int((viewport.scale * 100).rounded())) %  \(position)"
      caption.navigator = PictureNavigator(
        part: part, of: viewport.picture, size: Size(width: 8, height: parts.caption.height))
    }
    guard let photo = picture.photo.flatMap({ context.object(with: $0) as? Photo }) else { return }
    caption.title = (isSelected ? "● " : "") + PhotoPresentation.markedTitle(of: photo)
    let player = picture.animation.player
    let isPaused = player.animation != nil && !player.isPlaying
    let state = isPaused ? "animation paused" : picture.shown != nil ? picture.note : ""
    caption.credit = [PhotoPresentation.credit(of: photo), state].filter { !$0.isEmpty }
      .joined(separator: " · ")
    let room = min(size.width * 2 / 3, size.width - 4 - SafeText.width(of: caption.credit))
    caption.page = PhotoPresentation.page(of: photo) { SafeText.width(of: $0) <= room }
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    if let shown = picture.shown {
      canvas.window(parts.area).draw(shown.picture, at: shown.place.origin)
    } else {
      drawNote(in: canvas.window(parts.area))
    }
    for next in picture.next { canvas.announce(next) }
    strip?.view.draw(in: canvas.window(parts.strip), isFocused: isFocused)
    drawCaption(in: canvas.window(parts.caption.cutBottom(caption.coveredLines).rest))
  }

  /// Draws the text in place of a missing picture, centered.
  private func drawNote(in canvas: Canvas) {
    let text =
      picture.maker == nil ? "Pictures are switched off." : picture.note.isEmpty ? "…" : picture.note
    canvas.drawCentered(text, style: canvas.palette[.weak])
  }

  private func drawCaption(in canvas: Canvas) {
    let height = canvas.size.height
    guard picture.photo != nil, height > 0 else { return }
    let width = canvas.size.width - drawNavigator(in: canvas)
    let used = canvas.draw(caption.position, endingAt: width - 1, y: 0, style: canvas.palette[.weak])
    let titleWidth = canvas.draw(
      caption.title, at: Point(x: 1, y: 0), width: width - used - 4, style: canvas.palette[.strong])
    guard height > 1 else {
      let room = width - used - 4 - titleWidth
      if room > 12 { canvas.draw(" · " + caption.credit, at: Point(x: 1 + titleWidth, y: 0), width: room) }
      return
    }
    let link = canvas.draw(
      caption.page, endingAt: width - 1, y: 1, width: width * 2 / 3, style: canvas.palette[.weak])
    canvas.draw(caption.credit, at: Point(x: 1, y: 1), width: width - link - 4)
  }

  /// Draws the navigator at the right end, and returns the columns that it takes.
  private func drawNavigator(in canvas: Canvas) -> Int {
    guard let lines = caption.navigator?.lines, let first = lines.first, canvas.showsUnicode,
      lines.count <= canvas.size.height
    else { return 0 }
    for (y, line) in lines.enumerated() { canvas.draw(line, endingAt: canvas.size.width - 1, y: y) }
    return first.count + 1
  }

  func didDraw() {
    picture.prepare(neighbors())
    strip?.askForPictures()
  }
}

// MARK: - Events

extension PhotoScreen {
  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    let former = grip
    grip = mouse.action == .press || mouse.action == .drag ? mouse.point : nil
    if let strip, parts.strip.contains(mouse.point) { return handle(mouse, of: strip, in: browser) }
    switch mouse.action {
    case .wheelUp: picture.zoom(1)
    case .wheelDown: picture.zoom(-1)
    case .drag:
      guard let former else { break }
      picture.drag(dx: mouse.point.x - former.x, dy: mouse.point.y - former.y)
    case .doublePress: browser.closePhoto()
    default: break
    }
  }

  /// Goes to the photo that is clicked, or on by the wheel.
  private func handle(_ mouse: MouseEvent, of strip: PhotoStrip, in browser: Browser) {
    switch mouse.action {
    case .wheelUp: browser.step(-1)
    case .wheelDown: browser.step(1)
    case .press:
      let point = Point(x: mouse.point.x - parts.strip.minX, y: mouse.point.y - parts.strip.minY)
      if let number = strip.view.hit(point) { browser.step(number - strip.view.position) }
    default: break
    }
  }
}
