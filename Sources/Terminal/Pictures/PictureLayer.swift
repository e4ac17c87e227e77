/// The pictures over the cells: the pictures that the terminal shows, and the changes for the next frame.
///
/// The type performs no output. From the wanted pictures and the written cells it plans what to send, and in
/// which order:
///
/// - the same picture at the same place, over cells that are not written, costs nothing;
/// - one over cells that are written is written again after them;
/// - what is placed by number is taken away before the cells; what was written into cells, by blanks before them:
///   ncurses may erase instead of writing, and not every terminal takes that for the end of a picture;
/// - what is covered, even in part, is hidden as long as it is covered;
/// - what would reach the bottom row where the cursor stands is not drawn: the terminal would scroll;
/// - of much that comes at once, a part comes with each frame, so that keys are looked at between;
/// - when everything is repainted, all placements are removed first;
/// - a picture with a draft of which there is less to send is drawn as that until its own image was sent in pieces;
/// - an image that is being sent in advance is completed or given up before anything else is sent about images.
struct PictureLayer {
  /// The pictures that the terminal shows.
  private(set) var shown: [PlacedPicture] = []
  /// The images that the terminal holds.
  private(set) var images = HeldImages()

  /// The output for a frame.
  struct Plan: Equatable {
    /// Control strings that come before the cells: what goes, and the images that are needed.
    var before: [[UInt8]] = []
    /// Blanks where pictures were, before the cells.
    var blanks: [Drawing] = []
    /// The drawings written after the cells, each at the position of its picture.
    var after: [Drawing] = []
    /// Control strings at the end: images that are no longer kept.
    var last: [[UInt8]] = []

    var isEmpty: Bool { before.isEmpty && blanks.isEmpty && after.isEmpty && last.isEmpty }
  }

  /// Bytes that draw a picture.
  struct Drawing: Equatable {
    let point: Point
    let bytes: [UInt8]
  }

  /// A Boolean value that indicates whether nothing is shown and nothing held.
  var isEmpty: Bool { shown.isEmpty && images.isEmpty }

  /// Makes the pictures of `next` those that can be seen, and gives the cells under them what makes ncurses do
  /// its part: those of a picture that stays are as they were, those of one that comes differ from what was
  /// there, those of one that cannot be seen are blank.
  ///
  /// Returns whether all is there; else some pictures are for another frame: about `limit` bytes of picture data are sent.
  @discardableResult
  func arrange(_ next: CellGrid, over shownGrid: CellGrid?, limit: Int) -> Bool {
    var ration = PictureRation(limit)
    let isVisible = next.pictures.enumerated().map { index, placed in
      placed.fits(in: next) && next.allUnderPicture(placed.frame)
        && next.pictures[(index + 1)...].allSatisfy { $0.frame.intersection(placed.frame).isEmpty }
        && ration.grants(cost(of: placed, repaints: shownGrid == nil))
    }
    let (visible, hidden) = (next.pictures(where: isVisible), next.pictures(where: isVisible.map { !$0 }))
    for placed in hidden { next.clearUnderPicture(placed.frame) }
    for placed in visible {
      let stays = shownGrid != nil && shown.contains(placed)
      next.markUnderPicture(placed, over: shownGrid, stays: stays)
    }
    next.pictures = visible
    next.picturesInCells.removeAll { placed in
      if ration.grants(cost(of: placed, repaints: shownGrid == nil)) { return false }
      next.clear(placed)
      return true
    }
    return !ration.isExceeded
  }

  /// Returns the number of bytes that a picture needs; 0 if the terminal shows it over cells that are not
  /// written.
  private func cost(of placed: PlacedPicture, repaints: Bool) -> Int {
    if case .overlay(let bytes) = placed.picture.content {
      return !repaints && shown.contains(placed) ? 0 : bytes.count
    }
    guard let upload = placed.picture.upload, !images.holds(upload, of: placed.picture.id) else { return 0 }
    return upload.size
  }

  /// Returns the plan that turns the shown frame into one with the arranged pictures of `grid`.
  mutating func turn(to grid: CellGrid, written: WrittenCells, repaints: Bool) -> Plan {
    var plan = Plan()
    let next = grid.pictures
    for placed in shown where repaints || !next.contains(placed) {
      switch placed.picture.content {
      case .placement(_, let removal, _): plan.before.append(removal)
      case .overlay where !repaints: plan.blanks += grid.blanks(in: placed.frame)
      case .overlay, .cells, .placeholders: break
      }
    }
    let uploads = (grid.picturesInCells + next).map(\.picture).compactMap { picture in
      picture.upload.map { (picture.id, $0) }
    }
    if images.hasPart(ofOne: uploads) || uploads.contains(where: { !images.holds($0.1, of: $0.0) }) {
      plan.before = images.resolve(for: uploads) + plan.before
    }
    let renewed = images.use(uploads, sending: &plan.before)
    for placed in next {
      let stays = !repaints && shown.contains(placed)
      switch placed.picture.content {
      case .overlay(let bytes):
        if stays, !written.touch(placed.frame) { continue }
        plan.after.append(Drawing(point: placed.frame.origin, bytes: bytes))
      case .placement(let bytes, _, let upload):
        if stays, !renewed.contains(upload.imageID) { continue }
        plan.after.append(Drawing(point: placed.frame.origin, bytes: bytes))
      case .cells, .placeholders: break
      }
    }
    images.freeUnused(sending: &plan.last)
    if !plan.isEmpty { plan.before = images.resolve(for: []) + plan.before }
    shown = next
    return plan
  }

  /// Returns what gives the terminal more of the images of pictures that are likely to be drawn soon: about `limit` bytes.
  mutating func sendAhead(_ pictures: [Picture], limit: Int) -> [[UInt8]] {
    images.sendAhead(pictures.compactMap { picture in picture.upload.map { (picture.id, $0) } }, limit: limit)
  }

  /// The control strings that remove everything.
  var removals: [[UInt8]] {
    let placements = shown.compactMap { placed -> [UInt8]? in
      if case .placement(_, let removal, _) = placed.picture.content { removal } else { nil }
    }
    return images.endings + placements + images.removals
  }

  /// Forgets everything, and returns what takes it away.
  mutating func removeAll() -> [[UInt8]] {
    defer {
      shown = []
      images.removeAll()
    }
    return removals
  }
}

extension PlacedPicture {
  /// Returns a Boolean value that indicates whether drawing it scrolls nothing.
  fileprivate func fits(in grid: CellGrid) -> Bool {
    !isWrittenIntoCells || frame.maxY < grid.size.height
  }
}

extension CellGrid {
  fileprivate func pictures(where isWanted: [Bool]) -> [PlacedPicture] {
    zip(pictures, isWanted).compactMap { $1 ? $0 : nil }
  }

  fileprivate func allUnderPicture(_ rect: Rect) -> Bool {
    (rect.minY..<rect.maxY).allSatisfy { y in
      cells(inRow: y).dropFirst(rect.minX).prefix(rect.width).allSatisfy(\.isUnderPicture)
    }
  }

  /// Blanks for the cells of a rectangle over which no picture lies.
  fileprivate func blanks(in rect: Rect) -> [PictureLayer.Drawing] {
    let rect = rect.intersection(Rect(size))
    return (rect.minY..<rect.maxY).flatMap { y in
      let columns = (rect.minX..<rect.maxX).filter { self[Point(x: $0, y: y)]?.isUnderPicture != true }
      return columns.runs.map { run in
        PictureLayer.Drawing(
          point: Point(x: run.lowerBound, y: y), bytes: Array(repeating: UInt8(ascii: " "), count: run.count))
      }
    }
  }

  /// Makes the cells blank that a picture is in.
  fileprivate func clear(_ placed: PlacedPicture) {
    guard case .placeholders(let cells, _) = placed.picture.content else { return }
    for (index, cell) in cells.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: placed.frame.width)
      let point = Point(x: placed.frame.minX + column, y: placed.frame.minY + row)
      if self[point] == cell { put(.blank, at: point) }
    }
  }

  fileprivate func clearUnderPicture(_ rect: Rect) {
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let point = Point(x: x, y: y)
        if self[point]?.isUnderPicture == true { put(.blank, at: point) }
      }
    }
  }

  fileprivate func markUnderPicture(_ placed: PlacedPicture, over shown: CellGrid?, stays: Bool) {
    for y in placed.frame.minY..<placed.frame.maxY {
      for x in placed.frame.minX..<placed.frame.maxX {
        let point = Point(x: x, y: y)
        let old = shown?[point]
        var cell = Cell.underPicture
        if stays, let old {
          cell = old
        } else if placed.isWrittenIntoCells, old == .underPicture {
          cell = .underNextPicture
        }
        put(cell, at: point)
      }
    }
  }
}

extension [Int] {
  /// These numbers, which ascend, as ranges without gaps.
  fileprivate var runs: [Range<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }
}
