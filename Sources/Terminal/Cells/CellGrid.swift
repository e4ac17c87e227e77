/// A frame of cells, which views draw and a ``Screen`` shows.
///
/// The grid contains either both halves of a wide character or neither. A grid is not `Sendable`: it belongs
/// to the view that draws it.
public final class CellGrid {
  /// Columns and rows.
  public private(set) var size: Size
  /// The position of the terminal's cursor; `nil` hides the cursor.
  public var cursor: Point?
  /// The colors that views draw with.
  var palette = Palette(background: nil, depth: .palette256)
  /// A Boolean value that indicates whether the terminal shows characters outside ASCII.
  var showsUnicode = true
  /// The pictures that lie over the cells, in the order they were drawn.
  var pictures: [PlacedPicture] = []
  /// The pictures whose cells name an image that the terminal must have, and where they are.
  var picturesInCells: [PlacedPicture] = []
  /// The pictures that are likely to be drawn soon, the likeliest first.
  var announced: [Picture] = []
  /// The pictures that were drawn as drafts until the terminal has their images.
  var awaited: [Picture] = []
  /// The images that the terminal holds, if others can be sent to it in pieces; else `nil`.
  var heldImages: HeldImages?
  /// A Boolean value that indicates whether there may be cells in direct colors.
  private(set) var hasDirectColors = false
  /// A Boolean value that indicates whether there may be cells with two extended colors.
  private(set) var hasExtendedColors = false
  /// The highest place in the palette of the colors that there may be; -1 if none is of the palette.
  private(set) var highestPaletteNumber = -1
  /// A Boolean value that indicates whether there may be characters whose width is disputed.
  private(set) var hasDisputedWidths = false
  private var cells: [Cell]

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// The cell at `point`, or nil outside.
  public subscript(point: Point) -> Cell? {
    contains(point) ? cells[point.y * size.width + point.x] : nil
  }

  /// Everything as a window to draw in.
  public var canvas: Canvas { Canvas(grid: self, frame: Rect(size)) }

  /// Makes everything blank, of a possibly new size.
  public func clear(size: Size? = nil) {
    if let size { self.size = size }
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(.blank, count: self.size.width * self.size.height))
    cursor = nil
    pictures.removeAll()
    picturesInCells.removeAll()
    announced.removeAll()
    awaited.removeAll()
    (hasDirectColors, hasExtendedColors, highestPaletteNumber) = (false, false, -1)
    hasDisputedWidths = false
  }

  /// The characters of each row, without the blanks at its end.
  public var rows: [String] {
    (0..<size.height).map { y in
      var row = cells(inRow: y).reduce(into: "") { $0 += $1.text }
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  /// The cells of row `y`, from 0.
  func cells(inRow y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }

  /// Returns a Boolean value that indicates whether row `y` looks the same in another grid of this size.
  ///
  /// - Complexity: O(*n*) in the number of columns. Slices are compared by iterators, which copy each cell into an optional.
  func hasSameRow(_ y: Int, as other: CellGrid) -> Bool {
    let start = y * size.width
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        (start..<start + size.width).allSatisfy { cells[$0] == others[$0] }
      }
    }
  }

  /// Puts a character at `point`, which lies inside with all its columns; halves of wide characters that it
  /// cuts become blanks.
  func put(_ cluster: SafeText.Cluster, at point: Point, style: Style) {
    let start = point.y * size.width + point.x
    blankHalves(from: point.x, to: point.x + cluster.width, row: point.y)
    cells[start] = Cell(text: cluster.text, style: style, reach: cluster.reach)
    for right in (start + 1)..<(start + cluster.width) {
      cells[right] = Cell(text: "", style: style, reach: cluster.reach)
    }
    recordColors(of: style)
    if cluster.reach > 0 { hasDisputedWidths = true }
  }

  /// Puts characters of one column each from `point` on, which all lie inside.
  ///
  /// - Parameter reach: The most columns that a terminal may give each of them, or 0 if all terminals give it one.
  func put(_ texts: some Collection<String>, at point: Point, style: Style, reach: Int = 0) {
    guard !texts.isEmpty else { return }
    blankHalves(from: point.x, to: point.x + texts.count, row: point.y)
    var index = point.y * size.width + point.x
    for text in texts {
      cells[index] = Cell(text: text, style: style, reach: reach)
      index += 1
    }
    recordColors(of: style)
    if reach > 0 { hasDisputedWidths = true }
  }

  /// Puts a cell of one column at `point`, which lies inside.
  func put(_ cell: Cell, at point: Point) {
    blankHalves(from: point.x, to: point.x + 1, row: point.y)
    cells[point.y * size.width + point.x] = cell
    if cell.isDisputed { hasDisputedWidths = true }
    recordColors(of: cell.style)
  }

  /// Returns what is drawn of a picture: its draft while its own image is sent in pieces, if there is less to send of that.
  func drawable(_ picture: Picture) -> Picture {
    guard let heldImages, let draft = picture.draft,
      heldImages.missing(of: draft) < heldImages.missing(of: picture)
    else { return picture }
    awaited.append(picture)
    return draft
  }

  /// Adds a picture that lies over the cells.
  func place(_ picture: PlacedPicture) { pictures.append(picture) }

  /// Adds a picture whose cells name an image.
  func use(_ picture: PlacedPicture) { picturesInCells.append(picture) }

  /// Changes the style of the cell at `point`, which lies inside.
  func restyle(_ point: Point, _ change: (Style) -> Style) {
    let index = point.y * size.width + point.x
    cells[index].style = change(cells[index].style)
    recordColors(of: cells[index].style)
  }

  private func recordColors(of style: Style) {
    if style.isDirect { hasDirectColors = true }
    if style.hasExtendedColors { hasExtendedColors = true }
    highestPaletteNumber = max(highestPaletteNumber, style.highestPaletteNumber)
  }

  private func contains(_ point: Point) -> Bool { Rect(size).contains(point) }

  /// Blanks what is left of wide characters that the columns from `x` to `end` cut.
  private func blankHalves(from x: Int, to end: Int, row: Int) {
    let start = row * size.width
    var first = x
    while first > 0, cells[start + first].isRightHalf { first -= 1 }
    var last = end
    while last < size.width, cells[start + last].isRightHalf { last += 1 }
    for column in first..<last where column < x || column >= end {
      cells[start + column] = Cell(text: " ", style: cells[start + column].style)
    }
  }
}
