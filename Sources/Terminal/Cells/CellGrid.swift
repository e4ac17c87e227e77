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
  /// The signs that were drawn.
  var signs = SignTable()
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
  /// The traits of the cells that were put into each row.
  private var rowTraits: [CellTraits]
  private var cells: [Cell]

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    rowTraits = Array(repeating: CellTraits(), count: size.height)
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
    let count = self.size.width * self.size.height
    if cells.count == count {
      cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
    } else {
      cells = Array(repeating: .blank, count: count)
    }
    cursor = nil
    pictures.removeAll()
    picturesInCells.removeAll()
    announced.removeAll()
    awaited.removeAll()
    rowTraits = Array(repeating: CellTraits(), count: self.size.height)
  }

  /// The characters of each row, without the blanks at its end.
  public var rows: [String] {
    (0..<size.height).map { y in
      var row = cells(inRow: y).reduce(into: "") { $0 += $1.text }
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  /// The traits of all cells.
  var traits: CellTraits { rowTraits.reduce(into: CellTraits()) { $0.formUnion($1) } }

  /// Returns the traits of the cells in row `y`, from 0.
  func traits(ofRow y: Int) -> CellTraits { rowTraits[y] }

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
    cells[start] = Cell(text: cluster.content, style: style, reach: cluster.reach)
    for right in (start + 1)..<(start + cluster.width) {
      cells[right] = Cell(text: CellText(), style: style, reach: cluster.reach)
    }
    rowTraits[point.y].record(style, reach: cluster.reach)
  }

  /// Puts characters of visible ASCII and blanks from `point` on, which all lie inside.
  func put(_ characters: UnsafeBufferPointer<UInt8>, at point: Point, style: Style) {
    guard !characters.isEmpty else { return }
    blankHalves(from: point.x, to: point.x + characters.count, row: point.y)
    let start = point.y * size.width + point.x
    cells.withUnsafeMutableBufferPointer { cells in
      for index in characters.indices {
        cells[start + index] = Cell(text: CellText(Unicode.Scalar(characters[index])), style: style)
      }
    }
    rowTraits[point.y].record(style, reach: 0)
  }

  /// Puts the same character of one column in columns of a row, which all lie inside.
  func put(_ cluster: SafeText.Cluster, inColumns columns: Range<Int>, row: Int, style: Style) {
    guard !columns.isEmpty else { return }
    blankHalves(from: columns.lowerBound, to: columns.upperBound, row: row)
    let start = row * size.width
    let cell = Cell(text: cluster.content, style: style, reach: cluster.reach)
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column] = cell }
    }
    rowTraits[row].record(style, reach: cluster.reach)
  }

  /// Puts a cell of one column at `point`, which lies inside.
  func put(_ cell: Cell, at point: Point) {
    blankHalves(from: point.x, to: point.x + 1, row: point.y)
    cells[point.y * size.width + point.x] = cell
    rowTraits[point.y].record(cell.style, reach: Int(cell.reach))
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
    rowTraits[point.y].record(cells[index].style, reach: Int(cells[index].reach))
  }

  private func contains(_ point: Point) -> Bool { Rect(size).contains(point) }

  /// Blanks what is left of wide characters that the columns from `x` to `end` cut.
  private func blankHalves(from x: Int, to end: Int, row: Int) {
    let start = row * size.width
    var first = x
    while first > 0, cells[start + first].isRightHalf { first -= 1 }
    var last = end
    while last < size.width, cells[start + last].isRightHalf { last += 1 }
    // Mostly none is cut, and the columns need not be gone through.
    guard first < x || last > end else { return }
    for column in first..<last where column < x || column >= end {
      cells[start + column] = Cell(text: " ", style: cells[start + column].style)
    }
  }
}
