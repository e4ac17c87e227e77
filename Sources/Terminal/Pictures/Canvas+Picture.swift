extension Canvas {
  /// Draws `picture` with its top left corner at `point`.
  ///
  /// Of one made of cells, what lies outside the window is cut. One that is written over the cells is drawn only
  /// if all of it lies in the window and nothing drawn later covers any of it; else its place stays blank. So
  /// does the place of one that is written where the cursor stands and reaches the bottom row of the screen,
  /// because the terminal would scroll. One whose image can be sent in pieces is drawn as its draft until then, if there is
  /// less to send of that.
  public func draw(_ picture: Picture, at point: Point) {
    let place = Rect(
      x: frame.minX + point.x, y: frame.minY + point.y, width: picture.size.width,
      height: picture.size.height)
    let visible = place.intersection(clip)
    guard !visible.isEmpty else { return }
    let picture = grid.drawable(picture)
    switch picture.content {
    case .cells(let cells):
      put(cells, of: place, in: visible)
    case .placeholders(let cells, _):
      put(cells, of: place, in: visible)
      grid.use(PlacedPicture(picture: picture, frame: place))
    case .overlay, .placement:
      let isWhole = visible == place
      let cell = isWhole ? Cell.underPicture : .blank
      for y in visible.minY..<visible.maxY {
        for x in visible.minX..<visible.maxX { grid.put(cell, at: Point(x: x, y: y)) }
      }
      if isWhole { grid.place(PlacedPicture(picture: picture, frame: place)) }
    }
  }

  /// Announces a picture that is likely to be drawn soon, the likeliest first, so that a terminal that keeps images has its
  /// image then.
  ///
  /// The image is sent between frames, in pieces so small that the next key press hardly waits. Nothing is sent in advance to
  /// a terminal that does not answer queries, or through tmux. A draft goes before its picture.
  public func announce(_ picture: Picture) {
    guard picture.isKept else { return }
    if let draft = picture.draft, let held = grid.heldImages, held.missing(of: picture) > 0 {
      grid.announced.append(draft)
    }
    grid.announced.append(picture)
  }

  private func put(_ cells: [Cell], of place: Rect, in visible: Rect) {
    for y in visible.minY..<visible.maxY {
      let row = (y - place.minY) * place.width - place.minX
      for x in visible.minX..<visible.maxX where cells.indices.contains(row + x) {
        grid.put(cells[row + x], at: Point(x: x, y: y))
      }
    }
  }
}
