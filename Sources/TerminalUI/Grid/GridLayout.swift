internal import Terminal

/// The positions of the tiles of a grid in a view of a given size.
///
/// A tile is a picture and a title line below it. One column and one row of gap stand around every tile, where the
/// frame of the cursor is drawn without touching a picture. Only whole rows of tiles are shown.
struct GridLayout: Equatable {
  /// The most tiles that are in view at a time.
  ///
  /// Flickr's terms for its API allow no more than 30 photos on a page.
  static let mostTiles = 30

  /// A step whose tiles are larger than any view.
  private static let largestStep = 30

  /// The extent of the view.
  let view: Size
  /// The step of the tiles' size that is in effect: the one asked for, or the least with which they are not too
  /// many, or the one before where more tiles are shown if they take what room is left.
  let step: Int
  /// The cells that a picture may take.
  let picture: Size
  /// Tiles in a row, at least one.
  let columns: Int
  /// Rows of tiles in view, at least one.
  let rows: Int
  /// The gap left of the first column and above the first row; none in the narrowest and lowest views.
  private let margin: Size

  init(view: Size, step: Int) {
    var layout = Self(view: view, fixedStep: min(max(0, step), Self.largestStep))
    while layout.hasTooMany {
      let larger = Self(view: view, fixedStep: layout.step + 1)
      let isLargest = larger.picture == layout.picture
      if isLargest || !larger.hasTooMany {
        let fullest = layout.fullest(upTo: larger.picture)
        self = isLargest || fullest.count > larger.count ? fullest : larger
        return
      }
      layout = larger
    }
    self = layout
  }

  private init(view: Size, fixedStep step: Int) {
    let margin = Size(width: view.width < 3 ? 0 : 1, height: view.height < 4 ? 0 : 1)
    let room = Size(width: view.width - 2 * margin.width, height: view.height - 2 * margin.height - 1)
    let picture = Self.fitted(Self.picture(step: step), to: room)
    let columns = max(1, (view.width - margin.width) / (picture.width + 1))
    let rows = max(1, (view.height - margin.height) / (picture.height + 2))
    self.init(view: view, step: step, picture: picture, columns: columns, rows: rows, margin: margin)
  }

  private init(view: Size, step: Int, picture: Size, columns: Int, rows: Int, margin: Size) {
    self.view = view
    self.step = step
    self.picture = picture
    self.columns = columns
    self.rows = rows
    self.margin = margin
  }

  private var count: Int { columns * rows }

  private var hasTooMany: Bool { count > Self.mostTiles }

  /// As many tiles as are allowed, or nearly so, where there is room for more: pictures take what room is left, up
  /// to a size.
  private func fullest(upTo limit: Size) -> Self {
    let layouts = (1...min(columns, Self.mostTiles)).map { columns in
      let rows = min(rows, Self.mostTiles / columns)
      let room = Size(
        width: (view.width - margin.width) / columns - 1, height: (view.height - margin.height) / rows - 2)
      let height = min(room.height, limit.height, Self.rows(ofColumns: min(room.width, limit.width)))
      let width = min(room.width, limit.width, 3 * height)
      return Self(
        view: view, step: step,
        picture: Size(width: max(picture.width, width), height: max(picture.height, height)),
        columns: columns, rows: rows, margin: margin)
    }
    return layouts.max { ($0.count, $0.area) < ($1.count, $1.area) } ?? self
  }

  /// The cells of all pictures.
  private var area: Int { count * picture.width * picture.height }

  /// `size` made to fit into `room`, its shape about kept, but not narrower than a title needs.
  private static func fitted(_ size: Size, to room: Size) -> Size {
    let height = min(size.height, room.height, rows(ofColumns: room.width))
    let width = min(size.width, room.width, max(picture(step: 0).width, 3 * height))
    return Size(width: max(1, width), height: height)
  }
}

extension GridLayout {
  /// The size of pictures at a step, from 0: 12x5, 15x6, 18x7, 24x9, 30x12, 36x14, 48x18, 60x23, and so on.
  ///
  /// On cells twice as high as wide, a picture of 3:2 takes all columns and a whole number of rows, and one of
  /// 4:3 all columns too.
  static func picture(step: Int) -> Size {
    let columns = 3 * (4 + step % 3) << (step / 3)
    return Size(width: columns, height: rows(ofColumns: columns))
  }

  /// The rows that a picture of 4:3 takes.
  private static func rows(ofColumns columns: Int) -> Int { (columns * 3 + 7) / 8 }

  /// The next larger step; nil when tiles do not become larger in this view.
  var largerStep: Int? { differs(step + 1) ? step + 1 : nil }

  /// The next smaller step that makes tiles smaller in this view; nil when there is none.
  var smallerStep: Int? { (0..<step).last(where: differs) }

  private func differs(_ step: Int) -> Bool { Self(view: view, step: step).picture != picture }
}

extension GridLayout {
  /// A Boolean value that indicates whether there is room for a frame around a tile.
  var hasFrames: Bool { margin.width > 0 && margin.height > 0 }

  /// The picture and the title of the tile in `slot`, counted from 0 at the top left.
  func tile(_ slot: Int) -> Rect {
    let free = view.width - margin.width - columns * (picture.width + 1)
    return Rect(
      x: margin.width + max(0, free / 2) + slot % columns * (picture.width + 1),
      y: margin.height + slot / columns * (picture.height + 2), width: picture.width,
      height: picture.height + 1)
  }

  /// The gap around the tile in `slot`, with the tile.
  func frame(_ slot: Int) -> Rect { tile(slot).inset(left: -1, top: -1, right: -1, bottom: -1) }

  /// The slot whose tile, without the gap, has the cell at `point`.
  func slot(at point: Point) -> Int? { (0..<columns * rows).first { tile($0).contains(point) } }
}
