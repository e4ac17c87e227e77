import ObjectGraph
import PhotoLibrary
import PictureFetching
import Pictures
import Presentation
import Terminal
import TerminalPictures
import TerminalUI

/// One photo as large as there is room, with who took it; or a part of it, enlarged.
final class PhotoScreen: BrowserScreen {
  /// Called when there is something else to be seen.
  var onChange: () -> Void = {}
  /// The position in the list, shown below the photo.
  var position = ""
  /// A Boolean value that indicates whether the photo is selected.
  var isSelected = false
  /// Returns the photos that are likely to be shown next, the likeliest first.
  var neighbors: () -> [ManagedObjectID] = { [] }
  private let fetcher: PictureFetcher
  private let context: ManagedObjectContext
  private var maker: PictureMaker?
  private var photo: ManagedObjectID?
  private var decoded: DecodedPicture?
  private var viewport: PictureViewport?
  /// The picture and where in the box it was made for.
  private var shown: (picture: Picture, place: Rect)?
  private var note = ""
  /// The cell at which the mouse holds the picture; `nil` while it does not.
  private var grip: Point?
  private var box = Size(width: 0, height: 0)
  private var caption = Caption()
  private var loading: Task<Void, Never>?
  private var clearing: Task<Void, Never>?
  private var making: Task<Void, Never>?
  /// The pictures decoded last or in advance, for going back and forward.
  private var recent = RecentlyUsed<ManagedObjectID, DecodedPicture>(limit: 24 << 20)
  private var preparing: [ManagedObjectID: Task<Void, Never>] = [:]

  /// The largest size that Flickr offers to all viewers; access to larger ones is restricted.
  private static let longerSide = 1024
  /// The time for which the previous photo stays while the next one loads, to prevent flicker.
  private static let patience = Duration.milliseconds(150)

  private var turning: PhotoTurning?

  init(fetcher: PictureFetcher, context: ManagedObjectContext) {
    self.fetcher = fetcher
    self.context = context
    turning = PhotoTurning(context) { [weak self] in self?.forget($0) }
  }

  /// Reads a photo again that was turned.
  private func forget(_ id: ManagedObjectID) {
    recent.remove(id)
    preparing.removeValue(forKey: id)?.cancel()
    guard id == photo else { return }
    decoded = nil
    viewport = nil
    begin(id)
  }

  /// Makes pictures in another form from now on; nil makes none.
  func use(_ style: PictureStyle?) {
    let wasOff = maker == nil
    maker = style.map(PictureMaker.init)
    viewport?.resize(box: box, cell: style?.cell ?? Capabilities.fallbackCellSize)
    shown = nil
    if wasOff, let photo { begin(photo) } else { make() }
  }

  /// Shows a photo, the whole of it; nil shows none.
  func show(_ id: ManagedObjectID?) {
    guard id != photo else { return }
    photo = id
    decoded = nil
    viewport = nil
    note = ""
    loading?.cancel()
    making?.cancel()
    clearing?.cancel()
    guard let id else { return shown = nil }
    clearing = Task { [weak self] in
      // The picture may have come between the end of the sleep and this task's next turn.
      guard (try? await Task.sleep(for: Self.patience)) != nil, !Task.isCancelled else { return }
      self?.shown = nil
      self?.onChange()
    }
    begin(id)
  }

  /// Begins to get the picture of a photo, unless none are wanted.
  private func begin(_ id: ManagedObjectID) {
    guard maker != nil else { return onChange() }
    if let decoded = recent.use(id) { return show(decoded) }
    loading?.cancel()
    loading = Task { [weak self] in await self?.load(id) }
  }

  /// Reads photos ahead, those next in the list, and no others.
  func prepare(_ ids: [ManagedObjectID]) {
    for (id, task) in preparing where !ids.contains(id) {
      task.cancel()
      preparing[id] = nil
    }
    for id in ids where maker != nil && id != photo && preparing[id] == nil && recent.use(id) == nil {
      preparing[id] = Task { [weak self] in
        if let decoded = try? await self?.read(id, priority: 1), !Task.isCancelled { self?.keep(decoded, id) }
        if !Task.isCancelled { self?.preparing[id] = nil }
      }
    }
  }

  private func load(_ id: ManagedObjectID) async {
    let preview = Task { [weak self] in await self?.showPreview(of: id) }
    defer { preview.cancel() }
    do {
      guard let decoded = try await read(id, priority: 0), !Task.isCancelled, id == photo else { return }
      keep(decoded, id)
      show(decoded)
    } catch {
      guard !Task.isCancelled, id == photo else { return }
      note = "\(error)"
      shown = nil
      onChange()
    }
  }

  /// Shows what is in the cache, enlarged, until the right picture comes.
  private func showPreview(of id: ManagedObjectID) async {
    guard let photo = context.object(with: id) as? Photo, let turns = turning?.turns(of: photo) else {
      return
    }
    guard let file = await fetcher.preview(of: photo.pictureSubject, longerSide: Self.longerSide),
      let small = try? await PictureMaker.decoded(file.bytes, turns: turns),
      !Task.isCancelled, id == self.photo, decoded == nil
    else { return }
    show(small, isPreview: true)
  }

  private func read(_ id: ManagedObjectID, priority: Int) async throws -> DecodedPicture? {
    guard let photo = context.object(with: id) as? Photo, let turns = turning?.turns(of: photo) else {
      return nil
    }
    let subject = photo.pictureSubject
    let file = try await fetcher.picture(of: subject, longerSide: Self.longerSide, priority: priority)
    do {
      return try await PictureMaker.decoded(file.bytes, turns: turns)
    } catch {
      await fetcher.discard(file, of: subject)
      throw error
    }
  }

  private func keep(_ decoded: DecodedPicture, _ id: ManagedObjectID) {
    recent.keep(decoded, for: id, cost: decoded.bitmap.pixels.count)
  }

  private func show(_ decoded: DecodedPicture, isPreview: Bool = false) {
    self.decoded = decoded
    note = decoded.isTruncated ? "The file is cut off; this is what there is of it." : ""
    // A preview takes the place of the picture that follows, which is about as large as this.
    let size =
      isPreview
      ? PictureMaker.size(previewedBy: decoded, longerSide: Self.longerSide) : decoded.bitmap.size
    if viewport == nil {
      viewport = PictureViewport(
        picture: size, box: box, cell: maker?.style.cell ?? Capabilities.fallbackCellSize)
    } else {
      viewport?.picture = size
    }
    make()
  }

  /// Makes what is seen now; what was seen before stays until then.
  private func make() {
    making?.cancel()
    guard let maker, let decoded, let viewport, let placement = viewport.placement else { return onChange() }
    let whole = viewport.picture
    making = Task { [weak self] in
      let size = placement.target.size
      let picture = await maker.part(placement.source, of: decoded.bitmap, whole: whole, size: size)
      guard !Task.isCancelled, let self else { return }
      clearing?.cancel()
      shown = (picture, placement.target)
      onChange()
    }
  }
}

// MARK: - What is seen of it

extension PhotoScreen {
  /// A Boolean value that indicates whether a part is seen that can be moved.
  var isEnlarged: Bool { viewport?.showsWholePicture == false }

  /// Fills the screen, or shows the whole photo again.
  func toggleFill() { change { $0.toggleFill() } }

  /// Shows the pixels of the photo as they are, or the whole photo again.
  func togglePixels() { change { $0.togglePixels() } }

  /// Enlarges by steps, or makes smaller if negative.
  func zoom(_ steps: Int) {
    change { viewport in
      for _ in 0..<min(abs(steps), 20) { _ = steps > 0 ? viewport.zoomIn() : viewport.zoomOut() }
    }
  }

  /// Moves what is seen.
  func pan(dx: Int, dy: Int) { change { _ = $0.pan(dx: dx, dy: dy) } }

  private func change(_ body: (inout PictureViewport) -> Void) {
    guard var viewport else { return }
    body(&viewport)
    guard viewport != self.viewport else { return }
    self.viewport = viewport
    make()
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
    /// The lines at the foot that other things cover.
    var coveredLines = 0
  }

  var place: BrowserCommand.Place? { .photo }
  var isOpaque: Bool { true }

  func layout(_ size: Size) { layout(size, coveredLines: 0) }

  /// Fits the photo and its caption, which stays above the lines that something else covers.
  func layout(_ size: Size, coveredLines: Int) {
    let area = Self.parts(of: Rect(size)).area
    if area.size != box { resize(area.size) }
    caption = Caption(position: position, coveredLines: coveredLines)
    guard let photo = photo.flatMap({ context.object(with: $0) as? Photo }) else { return }
    caption.title = (isSelected ? "● " : "") + photo.title
    let state = shown != nil ? note : ""
    caption.credit = [PhotoPresentation.credit(of: photo), state].filter { !$0.isEmpty }
      .joined(separator: " · ")
    let room = min(size.width * 2 / 3, size.width - 4 - SafeText.width(of: caption.credit))
    caption.page = PhotoPresentation.page(of: photo) { SafeText.width(of: $0) <= room }
  }

  private static func parts(of bounds: Rect) -> (area: Rect, caption: Rect) {
    let (area, caption) = bounds.cutBottom(bounds.height > 6 ? 2 : 1)
    return (area, caption)
  }

  private func resize(_ size: Size) {
    box = size
    viewport?.resize(box: size, cell: maker?.style.cell ?? Capabilities.fallbackCellSize)
    // The previous picture stays until the new one is made, if there is room for it.
    shown = shown.flatMap { picture, _ in
      guard picture.size.width <= size.width, picture.size.height <= size.height else { return nil }
      return (picture, Rect(size).centered(picture.size))
    }
    make()
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    let (area, foot) = Self.parts(of: canvas.bounds)
    if let shown {
      canvas.window(area).draw(shown.picture, at: shown.place.origin)
    } else {
      drawNote(in: canvas.window(area))
    }
    drawCaption(in: canvas.window(foot.cutBottom(caption.coveredLines).rest))
  }

  /// Draws the text in place of a missing picture, centered.
  private func drawNote(in canvas: Canvas) {
    let text = maker == nil ? "Pictures are switched off." : note.isEmpty ? "…" : note
    let lines = WrappedText.lines(of: text, width: canvas.size.width - 2).prefix(canvas.size.height)
    for (index, line) in lines.enumerated() {
      canvas.draw(
        line, centeredAt: (canvas.size.height - lines.count) / 2 + index, style: canvas.palette[.weak])
    }
  }

  private func drawCaption(in canvas: Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    guard photo != nil, height > 0 else { return }
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

  func didDraw() { prepare(neighbors()) }
}

// MARK: - Events

extension PhotoScreen {
  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    let former = grip
    grip = mouse.action == .press || mouse.action == .drag ? mouse.point : nil
    switch mouse.action {
    case .wheelUp: zoom(1)
    case .wheelDown: zoom(-1)
    case .drag:
      guard let former else { break }
      change { $0.drag(dx: mouse.point.x - former.x, dy: mouse.point.y - former.y) }
    case .doublePress: browser.closePhoto()
    default: break
    }
  }
}
