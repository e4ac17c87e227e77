/// A window on a grid: draws in its own coordinates and never outside itself.
public struct Canvas {
  /// The grid that is drawn on.
  public let grid: CellGrid
  /// The position of the window on the grid.
  public let frame: Rect
  /// The part of the window that may be drawn on, in the coordinates of the grid.
  let clip: Rect

  init(grid: CellGrid, frame: Rect) {
    self.grid = grid
    self.frame = frame
    clip = frame.intersection(Rect(grid.size))
  }

  private init(grid: CellGrid, frame: Rect, clip: Rect) {
    self.grid = grid
    self.frame = frame
    self.clip = clip
  }

  /// Columns and rows of the window.
  public var size: Size { frame.size }
  /// The window in its own coordinates.
  public var bounds: Rect { Rect(frame.size) }
  /// The colors that can be read on the terminal's background.
  public var palette: Palette { grid.palette }

  /// A Boolean value that indicates whether characters outside ASCII are shown.
  public var showsUnicode: Bool { grid.showsUnicode }

  /// A window inside this one, at `rect` of it.
  public func window(_ rect: Rect) -> Canvas {
    let frame = Rect(
      x: self.frame.minX + rect.minX, y: self.frame.minY + rect.minY, width: rect.width,
      height: rect.height)
    return Canvas(grid: grid, frame: frame, clip: clip.intersection(frame))
  }

  /// Draws `text`, made safe, at `point`, in at most `width` columns (up to the right edge without it), and
  /// returns the columns it took.
  ///
  /// A text that does not fit ends in `…`, unless `ellipsis` is off. Costs what is visible, not what the text
  /// is long.
  @discardableResult
  public func draw(
    _ text: String, at point: Point, width: Int? = nil, style: Style = .plain,
    ellipsis: Bool = true
  ) -> Int {
    let room = max(0, min(width ?? .max, size.width - point.x))
    let text = shown(text)
    var place = Point(x: frame.minX + point.x, y: frame.minY + point.y)
    if let sign = grid.signs.cluster(of: text), sign.width <= room {
      put(sign, at: place, style: style)
      return sign.width
    }
    let line = SafeText.split(text, width: room, ellipsis: ellipsis)
    let plainWidth = line.plain.count
    put(line.plain, at: place, style: style)
    place.x += plainWidth
    switch line.end {
    case .nothing: return plainWidth
    case .ellipsis:
      put(SafeText.ellipsis, at: place, style: style)
      return plainWidth + SafeText.ellipsis.width
    case .clusters(let rest):
      let row = SafeText.row(rest, width: room - plainWidth, ellipsis: ellipsis)
      for cluster in row.clusters {
        put(cluster, at: place, style: style)
        place.x += cluster.width
      }
      return plainWidth + row.width
    }
  }

  /// Draws `text` so that it ends before column `x`, and returns the columns it took.
  @discardableResult
  public func draw(
    _ text: String, endingAt x: Int, y: Int, width: Int? = nil, style: Style = .plain
  ) -> Int {
    let used = SafeText.width(of: shown(text), upTo: min(width ?? x, x))
    return draw(text, at: Point(x: x - used, y: y), width: used, style: style)
  }

  /// Draws `text` in the middle of row `y`.
  public func draw(_ text: String, centeredAt y: Int, style: Style = .plain) {
    let used = SafeText.width(of: shown(text), upTo: size.width)
    draw(text, at: Point(x: (size.width - used) / 2, y: y), width: used, style: style)
  }

  /// Fills `rect`, or the whole window, with a character one column wide.
  public func fill(_ rect: Rect? = nil, with character: Character = " ", style: Style = .plain) {
    let text = String(character)[...]
    let sign = grid.signs.cluster(of: text) ?? SafeText.clusters(of: text).first { $0.width == 1 }
    guard let sign, sign.width == 1 else { return }
    let area = window(rect ?? bounds).clip
    for y in area.minY..<area.maxY {
      grid.put(sign, inColumns: area.minX..<area.maxX, row: y, style: style)
    }
  }

  /// Changes the style of every cell of `rect`, leaving its characters.
  public func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let area = window(rect).clip
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX { grid.restyle(Point(x: x, y: y), change) }
    }
  }

  /// The style of the cell at `point`; plain outside the window.
  public func style(at point: Point) -> Style {
    grid[Point(x: frame.minX + point.x, y: frame.minY + point.y)]?.style ?? .plain
  }

  /// Shows the terminal's own cursor at `point`, if that lies in the window.
  public func showCursor(at point: Point) {
    let place = Point(x: frame.minX + point.x, y: frame.minY + point.y)
    if clip.contains(place) { grid.cursor = place }
  }

  /// The text with the letters that the terminal shows as two.
  private func shown(_ text: String) -> Substring {
    grid.showsUnicode ? text[...] : Transliteration.expanded(text)
  }

  /// Puts characters of one column each from a place of the grid on, as far as they lie in the window.
  private func put(_ characters: Substring.UTF8View, at point: Point, style: Style) {
    guard point.y >= clip.minY, point.y < clip.maxY else { return }
    let hidden = max(0, clip.minX - point.x)
    var seen = Substring(characters.dropFirst(hidden).prefix(max(0, clip.maxX - point.x - hidden)))
    seen.withUTF8 { grid.put($0, at: Point(x: point.x + hidden, y: point.y), style: style) }
  }

  /// Puts a cluster at a place of the grid; of one that the edge cuts, blanks are left.
  private func put(_ cluster: SafeText.Cluster, at point: Point, style: Style) {
    let whole = (0..<cluster.width).allSatisfy { clip.contains(Point(x: point.x + $0, y: point.y)) }
    if whole { return grid.put(cluster, at: point, style: style) }
    for x in point.x..<point.x + cluster.width where clip.contains(Point(x: x, y: point.y)) {
      grid.put(.init(text: " ", width: 1), at: Point(x: x, y: point.y), style: style)
    }
  }
}
