public import PictureBasics
public import Terminal

/// The visible part of a picture in a box of cells, and its position: fitted, filling, or enlarged and
/// panned.
///
/// The type computes geometry only and holds no picture. The scale is the number of screen pixels per picture
/// pixel.
public struct PictureViewport: Hashable, Sendable {
  /// The zoom of a picture.
  public enum Zoom: Hashable, Sendable {
    /// The whole picture, as large as the box lets it be.
    case fit
    /// As small as leaves nothing of the box empty.
    case fill
    /// A pixel of the picture as a pixel of the screen, unless it fits with more.
    case pixels
    /// So many times as large as it fits.
    case factor(Double)
  }

  /// The pixels of the whole picture.
  ///
  /// When the same picture comes with more pixels, what is seen stays.
  public var picture: PixelSize
  /// The cells there are for it.
  public private(set) var box: Size
  /// The pixels of a cell; for a cell of symbols, the number of distinguishable pixels.
  public private(set) var cell: PixelSize
  /// The requested zoom, which a changed box may not allow.
  public private(set) var zoom = Zoom.fit
  /// The requested center of the visible part, as fractions of the picture's width and height.
  ///
  /// The center is also kept where the edges do not allow it, so that zooming out and in again returns to it.
  private var centerX = 0.5
  private var centerY = 0.5

  /// By how much a step enlarges.
  static let zoomStep = 1.25
  /// The largest factor.
  static let mostFactor = 8.0
  /// The largest scale of pictures that do not fit at their own size.
  static let mostScale = 2.0
  /// The share of what is seen that a step of panning moves by.
  static let panStep = 0.2

  /// Shows the whole of a picture in a box.
  public init(picture: PixelSize, box: Size, cell: PixelSize = Capabilities.fallbackCellSize) {
    self.picture = picture
    self.box = box
    self.cell = cell
  }
}

extension PictureViewport {
  /// Shows the picture in another box, with the same zoom and center.
  public mutating func resize(box: Size, cell: PixelSize) {
    self.box = box
    self.cell = cell
  }

  /// Fills the box if the picture was fitted into it; else fits it.
  public mutating func toggleFill() { zoom = zoom == .fit ? .fill : .fit }

  /// Moves the center to the same place, in shares of the picture, as in another viewport.
  public mutating func move(to other: PictureViewport) {
    (centerX, centerY) = (other.centerX, other.centerY)
  }

  /// Shows a pixel of the picture as a pixel of the screen, or fits the picture again if it is shown so.
  ///
  /// A picture that fits with more than that is not made smaller.
  public mutating func togglePixels() {
    let scales = scales
    let isExact = abs(scale - 1) < 0.001
    zoom = isExact || scales.fit >= 1 ? .fit : .pixels
  }

  /// Enlarges by a step, up to eight times of what fits, and to twice the picture's own size if that does not fit;
  /// what fills the box is never too large.
  ///
  /// Returns whether it became larger.
  @discardableResult public mutating func zoomIn() -> Bool {
    let scales = scales
    let scale = self.scale
    guard scale * Self.tolerance < scales.most else { return false }
    zoom = .factor(min(scale * Self.zoomStep, scales.most) / scales.fit)
    return true
  }

  /// Makes smaller by a step, down to what fits.
  ///
  /// Returns whether it became smaller.
  @discardableResult public mutating func zoomOut() -> Bool {
    let scales = scales
    let scale = self.scale
    guard scale > scales.fit * Self.tolerance else { return false }
    let smaller = scale / Self.zoomStep
    zoom = smaller > scales.fit * Self.tolerance ? .factor(smaller / scales.fit) : .fit
    return true
  }

  /// Moves what is seen by steps to the right and down, to the left and up if they are negative, as far as the
  /// edges of the picture.
  ///
  /// Returns whether something else is seen now.
  @discardableResult public mutating func pan(dx: Int, dy: Int) -> Bool {
    moveCenter { ($0.panned(from: $1, by: dx), $2.panned(from: $3, by: dy)) }
  }

  /// Moves the picture by some cells, as if it were dragged, as far as its edges allow.
  ///
  /// Returns whether something else is seen now.
  @discardableResult public mutating func drag(dx: Int, dy: Int) -> Bool {
    moveCenter { ($0.dragged(from: $1, by: dx), $2.dragged(from: $3, by: dy)) }
  }

  private mutating func moveCenter(_ moved: (Axis, Double, Axis, Double) -> (Double, Double)) -> Bool {
    let before = placement
    let (across, down) = axes
    (centerX, centerY) = moved(across, centerX, down, centerY)
    return placement != before
  }
}

extension PictureViewport {
  /// The visible part of a picture and its position.
  public struct Placement: Hashable, Sendable {
    /// The part of the picture that is seen.
    public var source: PixelRect
    /// The cells that it takes, in the middle of the box and never outside.
    public var target: Rect
  }

  /// The visible part and its position; `nil` without a picture or a box.
  public var placement: Placement? {
    guard !isEmpty else { return nil }
    let (across, down) = axes
    let (x, width) = across.part(around: centerX)
    let (y, height) = down.part(around: centerY)
    let cells = Rect(box).centered(Size(width: across.cells, height: down.cells))
    return Placement(source: PixelRect(x: x, y: y, width: width, height: height), target: cells)
  }

  /// A Boolean value that indicates whether no part of the picture lies outside the box.
  public var showsWholePicture: Bool { placement.map { $0.source.size == picture } ?? true }

  /// The number of screen pixels per picture pixel; 1 without a picture or a box.
  public var scale: Double {
    let scales = scales
    switch zoom {
    case .fit: return scales.fit
    case .fill: return scales.fill
    case .pixels: return max(scales.fit, 1)
    case .factor(let factor): return min(max(scales.fit, scales.fit * factor), scales.most)
    }
  }

  private var isEmpty: Bool {
    picture.width == 0 || picture.height == 0 || Rect(box).isEmpty || cell.width == 0 || cell.height == 0
  }

  /// The scales at which the picture fits and fills, and the largest.
  private var scales: (fit: Double, fill: Double, most: Double) {
    guard !isEmpty else { return (1, 1, 1) }
    let across = Double(box.width * cell.width) / Double(picture.width)
    let down = Double(box.height * cell.height) / Double(picture.height)
    let fit = min(across, down)
    let fill = max(across, down)
    let largest = fit * Self.mostFactor
    return (fit, fill, max(fill, fit >= 1 ? largest : min(largest, Self.mostScale)))
  }

  /// The largest ratio of two scales that count as equal.
  private static let tolerance = 1.000_001

  private var axes: (across: Axis, down: Axis) {
    (
      Axis(picture: picture.width, box: box.width, cell: cell.width, scale: scale),
      Axis(picture: picture.height, box: box.height, cell: cell.height, scale: scale)
    )
  }
}
