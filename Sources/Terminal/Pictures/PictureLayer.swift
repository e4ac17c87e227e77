/// The pictures that lie over the cells: what the terminal shows, and what turns it into the next frame.
///
/// Pure: it is told what is wanted and which cells are written, and says what to send, in which order. The rules:
///
/// - the same picture at the same place, over cells that are not written, costs nothing;
/// - one over cells that are written is written again after them;
/// - what is placed by number is taken away before the cells, what is written into cells is taken away by them;
/// - what is covered, even in part, is hidden as long as it is covered;
/// - what would reach the bottom row where the cursor stands is not drawn: the terminal would scroll;
/// - when everything is painted anew, everything placed is taken away first.
struct PictureLayer {
  /// What the terminal shows.
  private(set) var shown: [PlacedPicture] = []
  /// The images that the terminal holds.
  private(set) var images = HeldImages()

  /// What is to be sent for a frame.
  struct Plan: Equatable {
    /// Control strings that come before the cells: what goes, and the images that are needed.
    var before: [[UInt8]] = []
    /// What is written after the cells, each where its picture stands.
    var after: [Drawing] = []
    /// Control strings at the end: images that are no longer kept.
    var last: [[UInt8]] = []

    var isEmpty: Bool { before.isEmpty && after.isEmpty && last.isEmpty }
  }

  /// Bytes that draw a picture.
  struct Drawing: Equatable {
    let point: Point
    let bytes: [UInt8]
  }

  /// Whether nothing is shown and nothing held.
  var isEmpty: Bool { shown.isEmpty && images.isEmpty }

  /// Makes the pictures of `next` those that can be seen, and gives the cells under them what makes ncurses do
  /// its part: those of a picture that stays are as they were, those of one that comes differ from what was
  /// there, those of one that cannot be seen are blank.
  func arrange(_ next: CellGrid, over shownGrid: CellGrid?) {
    let isVisible = next.pictures.enumerated().map { index, placed in
      placed.fits(in: next) && next.allUnderPicture(placed.frame)
        && next.pictures[(index + 1)...].allSatisfy { $0.frame.intersection(placed.frame).isEmpty }
    }
    let (visible, hidden) = (next.pictures(where: isVisible), next.pictures(where: isVisible.map { !$0 }))
    for placed in hidden { next.clearUnderPicture(placed.frame) }
    for placed in visible {
      let stays = shownGrid != nil && shown.contains(placed)
      next.markUnderPicture(placed, over: shownGrid, stays: stays)
    }
    next.pictures = visible
  }

  /// What turns the frame that is shown into one with the pictures of `grid`, which were arranged.
  mutating func turn(to grid: CellGrid, written: WrittenCells, repaints: Bool) -> Plan {
    var plan = Plan()
    let next = grid.pictures
    for placed in shown where repaints || !next.contains(placed) {
      if case .placement(_, let removal, _) = placed.picture.content { plan.before.append(removal) }
    }
    let uploads = (grid.picturesInCells + next.map(\.picture)).compactMap { picture in
      picture.upload.map { (picture.id, $0) }
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
    shown = next
    return plan
  }

  /// What takes everything away.
  var removals: [[UInt8]] {
    let placements = shown.compactMap { placed -> [UInt8]? in
      if case .placement(_, let removal, _) = placed.picture.content { removal } else { nil }
    }
    return placements + images.removals
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
  /// Whether drawing it scrolls nothing.
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
