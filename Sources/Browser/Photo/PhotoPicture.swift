import ObjectGraph
import PhotoLibrary
import PictureBasics
import PictureFetching
import Pictures
import Terminal
import TerminalPictures
import TerminalUI

/// The picture of one photo at a time, or of a part of it: gets it, and makes what fits into a box.
///
/// A picture that is seen stays until the next one is made, and until a moment has passed without one.
final class PhotoPicture {
  /// Called when there is something else to be seen.
  var onChange: () -> Void = {}
  private let context: ManagedObjectContext
  private(set) var maker: PictureMaker?
  private(set) var photo: ManagedObjectID?
  private var decoded: DecodedPicture?
  /// A Boolean value that indicates whether the decoded picture is one in place of that which is on its way.
  private var isPreview = false
  private(set) var viewport: PictureViewport?
  /// The picture that is seen.
  private(set) var shown: PicturesAhead.Made?
  /// The state of the picture where there is something to say.
  private(set) var note = ""
  private var box = Size(width: 0, height: 0)
  private var loading: Task<Void, Never>?
  private var clearing: Task<Void, Never>?
  private var making: Task<Void, Never>?
  /// The pictures decoded last or in advance, for going back and forward.
  private let photos: DecodedPhotos
  private let ahead = PicturesAhead()
  /// Makes pictures in advance one after the other, which leaves a processor to what is seen.
  private let inAdvance = SerialTasks()
  private let pace: PhotoPace
  /// The detail of what was made last, or is being made, of the photo that is seen.
  private var detail = PictureDetail.full

  /// The time for which the previous photo stays while the next one loads, to prevent flicker.
  private static let patience = Duration.milliseconds(150)

  private let closeUp: CloseUp
  /// The part of a photo that was seen enlarged last.
  private var lastEnlarged: PictureViewport?
  /// The animation of the photo.
  let animation: PhotoAnimation

  /// Creates the picture of no photo.
  ///
  /// - Parameters:
  ///   - fetcher: The fetcher of pictures.
  ///   - context: The context of the photos.
  ///   - pace: The pace of the photos.
  ///   - memory: The bytes that decoded pictures may take.
  ///   - closeUps: The turn of pictures that decode files for what is seen enlarged.
  init(
    fetcher: PictureFetcher, context: ManagedObjectContext, pace: PhotoPace = PhotoPace(),
    memory: Int = 24 << 20, closeUps: SerialTasks = SerialTasks()
  ) {
    closeUp = CloseUp(fetcher: fetcher, turn: closeUps)
    photos = DecodedPhotos(fetcher: fetcher, context: context, memory: memory)
    self.context = context
    self.pace = pace
    animation = PhotoAnimation(fetcher: fetcher)
    ahead.onMake = { [weak self] in if $0.isKept { self?.onChange() } }
    photos.onTurn = { [weak self] in self?.forget($0) }
    pace.onRest = { [weak self] in self?.refine() }
    closeUp.onEnd = { [weak self] in self?.endCloseUp($0) }
    animation.player.show = { [weak self] in await self?.showFrame() }
  }

  /// Reads a photo again that was turned.
  private func forget(_ id: ManagedObjectID) {
    ahead.forget(id)
    guard id == photo else { return }
    making?.cancel()
    animation.stop()
    closeUp.forget()
    decoded = nil
    viewport = nil
    begin(id)
  }

  /// Makes pictures in another form from now on; nil makes none.
  func use(_ style: PictureStyle?) {
    let wasOff = maker == nil
    ahead.forgetAll()
    maker = style.map(PictureMaker.init)
    viewport?.resize(box: box, cell: style?.cell ?? Capabilities.fallbackCellSize)
    shown = nil
    animate()
    if wasOff, let photo { begin(photo) } else { make() }
  }

  /// Shows a photo, the whole of it; nil shows none.
  func show(_ id: ManagedObjectID?) {
    guard id != photo else { return }
    photo = id
    animation.stop()
    closeUp.forget()
    decoded = nil
    viewport = nil
    note = ""
    loading?.cancel()
    making?.cancel()
    clearing?.cancel()
    guard let id else { return shown = nil }
    pace.noteShown()
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
    if ahead.picture(of: id, in: box) != nil || !ahead.isMaking(id), let decoded = photos.use(id) {
      show(decoded)
      return animate()
    }
    loading?.cancel()
    loading = Task { [weak self] in await self?.load(id) }
  }

  /// Reads photos ahead, those next in the list, and no others, and makes their whole pictures.
  func prepare(_ ids: [ManagedObjectID]) {
    guard maker != nil else { return ahead.forgetAll() }
    // What is next is needed longer than what was seen before.
    for id in ids.reversed() { _ = photos.use(id) }
    ahead.want(ids, besides: photo, in: box, detail: detailAhead) { [weak self] id, noteFile in
      await self?.prepare(id, noteFile)
    }
  }

  /// The pictures that were made in advance, the likeliest to be shown next first.
  var next: [Picture] { ahead.pictures }

  /// Reads a photo ahead and makes its picture: files come at once, and pictures are made one after the other, each as soon as
  /// it is decoded.
  private func prepare(
    _ id: ManagedObjectID, _ noteFile: @escaping @MainActor () -> Void
  ) async -> PicturesAhead.Made? {
    if let decoded = photos.use(id) {
      noteFile()
      return await inAdvance.run { [weak self] in await self?.madeAhead(id, decoded) }
    }
    return try? await photos.read(id, priority: 1) { [weak self] decode in
      await noteFile()
      return try await self?.madeAhead(id, decode)
    } ?? nil
  }

  /// Decodes a photo that is not seen yet, and makes its whole picture.
  private func madeAhead(
    _ id: ManagedObjectID, _ decode: @escaping DecodedPhotos.Decoding
  ) async throws -> PicturesAhead.Made? {
    try await inAdvance.run { [weak self] in
      await Result {
        let decoded = try await decode()
        if !Task.isCancelled { self?.photos.keep(decoded, id) }
        return await self?.madeAhead(id, decoded)
      }
    }?.get()
  }

  /// Makes the whole picture of a photo that is not seen yet.
  private func madeAhead(_ id: ManagedObjectID, _ decoded: DecodedPicture) async -> PicturesAhead.Made? {
    guard let maker, !Task.isCancelled else { return nil }
    let detail = lacksDraft(id) ? .draft : detailAhead
    let (box, viewport) = (box, makeViewport(of: decoded))
    guard let placement = viewport.placement else { return nil }
    let picture = await maker.part(
      placement.source, of: decoded.bitmap, whole: viewport.picture, size: placement.target.size,
      detail: detail)
    return PicturesAhead.Made(picture: picture, place: placement.target, box: box, detail: detail)
  }

  /// Returns the viewport of a whole picture; that of a preview is for the picture that follows, which is about as large.
  private func makeViewport(of decoded: DecodedPicture, isPreview: Bool = false) -> PictureViewport {
    PictureViewport(
      picture: isPreview
        ? decoded.bitmap.size.scaled(toLongerSide: DecodedPhotos.longerSide) : decoded.fullSize,
      box: box, cell: maker?.style.cell ?? Capabilities.fallbackCellSize)
  }

  private func load(_ id: ManagedObjectID) async {
    let preview = Task { [weak self] in await self?.showPreview(of: id) }
    defer { preview.cancel() }
    do {
      if ahead.isMaking(id) { await ahead.finish(id) }
      guard !Task.isCancelled, id == photo else { return }
      var decoded = photos.use(id)
      if decoded == nil {
        decoded = try await photos.read(id, priority: 0) { try await $0() }
      }
      guard let decoded, !Task.isCancelled, id == photo else { return }
      photos.keep(decoded, id)
      show(decoded)
      animate()
    } catch {
      guard !Task.isCancelled, id == photo else { return }
      note = "\(error)"
      shown = nil
      pace.noteSeen()
      onChange()
    }
  }

  /// Shows what is in the cache, enlarged, until the right picture comes.
  private func showPreview(of id: ManagedObjectID) async {
    guard let small = await photos.preview(of: id), !Task.isCancelled, id == photo, decoded == nil else {
      return
    }
    show(small, isPreview: true)
  }

  private func show(_ decoded: DecodedPicture, isPreview: Bool = false) {
    self.decoded = decoded
    self.isPreview = isPreview
    note = decoded.isTruncated ? "The file is cut off; this is what there is of it." : ""
    let fitted = makeViewport(of: decoded, isPreview: isPreview)
    if viewport == nil {
      viewport = fitted
      if !isPreview, let photo, let made = ahead.picture(of: photo, in: box) {
        making?.cancel()
        clearing?.cancel()
        shown = made
        detail = made.detail
        pace.noteSeen()
        onChange()
        return detail < wantedDetail ? make() : ()
      }
    } else {
      viewport?.picture = fitted.picture
    }
    make()
  }

  /// The detail with which the picture that is seen is made now.
  private var wantedDetail: PictureDetail { maker?.style.hasDrafts == true ? pace.detail : .full }
  /// A Boolean value that indicates whether a draft is seen, and the full picture is wanted.
  var isUnrefined: Bool { shown.map { $0.detail < wantedDetail } ?? false }
  /// The detail with which pictures are made in advance now.
  private var detailAhead: PictureDetail { maker?.style.hasDrafts == true ? pace.detailAhead : .full }

  /// Returns a Boolean value that indicates whether a photo needs a draft first: the terminal refines drafts, and the photo
  /// has no picture yet.
  private func lacksDraft(_ id: ManagedObjectID) -> Bool {
    maker?.style.refinesDrafts == true && ahead.picture(of: id, in: box) == nil
  }

  /// Makes in full what is seen as a draft, and what is likely to be seen next.
  private func refine() {
    if detail < wantedDetail { return make() }
    onChange()
    wantCloseUp()
  }

  /// Makes what is seen now; what was seen before stays until then.
  private func make() {
    making?.cancel()
    guard maker != nil, decoded != nil, viewport?.placement != nil else { return onChange() }
    making = Task { [weak self] in await self?.makeShown() }
  }

  /// Makes what is seen now, of the current frame if the picture is animated.
  private func makeShown() async {
    guard let maker, let decoded, let viewport, let placement = viewport.placement else { return }
    let whole = PictureExcerpt(
      bitmap: animation.player.bitmap ?? decoded.bitmap, part: PixelRect(viewport.picture))
    let pixels = animation.player.bitmap == nil ? closeUp.excerpt(for: viewport) ?? whole : whole
    let kept =
      viewport.showsWholePicture && animation.player.animation == nil && !isPreview ? photo : nil
    let detail = kept.map(lacksDraft) == true ? .draft : wantedDetail
    self.detail = detail
    let picture = await maker.part(
      pixels.place(of: placement.source), of: pixels.bitmap, whole: pixels.part.size,
      size: placement.target.size, detail: detail)
    guard !Task.isCancelled else { return }
    clearing?.cancel()
    var made = PicturesAhead.Made(picture: picture, place: placement.target, box: box, detail: detail)
    // While a host does not answer, a smaller picture is all that is seen.
    pace.noteSeen()
    if let kept { made = ahead.keep(made, of: kept) }
    shown = made
    onChange()
    // Until a moment has passed, the next photo may be wanted before the full picture of this one.
    if detail < wantedDetail, pace.detailAhead == .full { make() } else { wantCloseUp() }
  }

  // MARK: The user's own pixels

  /// Has the pixels of the user's own file read, if the picture is seen in full and shows too few.
  private func wantCloseUp() {
    // A whole picture that is left in a moment is sharp enough.
    guard detail == .full, !isPreview, animation.player.animation == nil, let viewport, let decoded,
      pace.detailAhead == .full || !viewport.showsWholePicture, let (subject, turns) = subjectAtHand
    else { return }
    closeUp.want(viewport, of: subject, turns: turns, besides: decoded)
  }

  private func endCloseUp(_ error: (any Error)?) {
    guard let error else { return make() }
    note = "\(error)"
    onChange()
  }

  /// The photo that is seen, and the quarters by which it is turned, unless they would have to be read.
  private var subjectAtHand: (PictureSubject, turns: Int)? {
    guard let photo, let object = context.object(with: photo) as? Photo else { return nil }
    return context.ifAtHand { (object.pictureSubject, object.turns) }
  }

  // MARK: Animation

  /// Plays the animation of the photo, if it has one.
  private func animate() {
    guard let maker, let decoded, let (subject, turns) = subjectAtHand else { return animation.stop() }
    animation.begin(
      subject, decoded, turns: turns, longerSide: DecodedPhotos.longerSide,
      by: maker, within: box)
  }

  /// Shows the current frame.
  private func showFrame() async {
    guard let viewport, let placement = viewport.placement else { return }
    let frame = animation.player.index
    guard let made = animation.picture(in: viewport) else {
      await makeShown()
      if let shown, !Task.isCancelled { animation.keep(shown.picture, of: frame, in: viewport) }
      return
    }
    shown = .init(picture: made, place: placement.target, box: box, detail: .full)
    onChange()
  }

  /// Makes the picture fit into another box.
  func resize(_ size: Size) {
    guard size != box else { return }
    box = size
    viewport?.resize(box: size, cell: maker?.style.cell ?? Capabilities.fallbackCellSize)
    // The previous picture stays until the new one is made, if there is room for it.
    shown = shown.flatMap { former in
      let cells = former.picture.size
      guard cells.width <= size.width, cells.height <= size.height else { return nil }
      return .init(
        picture: former.picture, place: Rect(size).centered(cells), box: size, detail: former.detail)
    }
    make()
  }
}

// MARK: - The part that is seen

extension PhotoPicture: Zoomable {
  /// A Boolean value that indicates whether a part is seen that can be moved.
  var isEnlarged: Bool { viewport?.showsWholePicture == false }

  /// Fills the screen, or shows the whole photo again.
  func toggleFill() { change { $0.toggleFill() } }

  /// Shows the pixels of the photo as they are, or the whole photo again.
  ///
  /// The place is the one that was enlarged last, in this photo or another.
  func togglePixels() {
    change { viewport in
      if viewport.showsWholePicture, let lastEnlarged { viewport.move(to: lastEnlarged) }
      viewport.togglePixels()
    }
  }

  /// Enlarges by steps, or makes smaller if negative.
  func zoom(_ steps: Int) {
    change { viewport in
      for _ in 0..<min(abs(steps), 20) { _ = steps > 0 ? viewport.zoomIn() : viewport.zoomOut() }
    }
  }

  /// Moves what is seen.
  func pan(dx: Int, dy: Int) { change { _ = $0.pan(dx: dx, dy: dy) } }

  /// Drags what is seen by some cells.
  func drag(dx: Int, dy: Int) { change { _ = $0.drag(dx: dx, dy: dy) } }

  private func change(_ body: (inout PictureViewport) -> Void) {
    guard var viewport else { return }
    body(&viewport)
    guard viewport != self.viewport else { return }
    self.viewport = viewport
    if !viewport.showsWholePicture { lastEnlarged = viewport }
    make()
  }
}
