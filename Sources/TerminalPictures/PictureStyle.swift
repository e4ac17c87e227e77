public import PictureBasics
import Pictures
public import Terminal

/// The form in which pictures are made for a terminal.
public struct PictureStyle: Hashable, Sendable {
  /// The method by which the terminal shows pictures.
  public let graphics: Graphics
  /// The colors of symbols.
  let colors: SymbolColors
  /// The characters of symbols.
  let characters: SymbolCharacters
  /// The size of a cell.
  public let cell: PixelSize
  /// The background color of text.
  let background: RGB
  /// A Boolean value that indicates whether output for the terminal must be wrapped for tmux.
  let isInsideTmux: Bool

  /// Creates the best style for a terminal; returns `nil` if pictures are off.
  public init?(for terminal: Capabilities, choice: GraphicsChoice, environment: [String: String]) {
    guard let graphics = Graphics.best(for: terminal, environment: environment, choice: choice) else {
      return nil
    }
    self.graphics = graphics
    colors =
      switch terminal.colorDepth {
      case .none: .none
      case .palette8: .palette8
      case .palette16: .palette16
      case .palette256: .palette256
      case .direct: .trueColor
      }
    characters = terminal.showsUnicode && !terminal.drawsAmbiguousWide ? .blocks : .ascii
    cell = PixelSize(width: max(1, terminal.cellSize.width), height: max(1, terminal.cellSize.height))
    background = terminal.background?.parts.map { RGB(red: $0.red, green: $0.green, blue: $0.blue) } ?? .black
    isInsideTmux = terminal.isInsideTmux
  }

  /// Returns the pixels that a picture can use in `cells`: a cell of symbols shows at most eight each way.
  func pixels(in cells: Size) -> PixelSize {
    let perCell = graphics == .symbols ? PixelSize(width: 8, height: 8) : cell
    return PixelSize(width: cells.width * perCell.width, height: cells.height * perCell.height)
  }

  /// Returns the same in the square pixels of pictures: cells of symbols count as twice as high as wide.
  func room(in cells: Size) -> PixelSize {
    let pixels = pixels(in: cells)
    return graphics == .symbols ? PixelSize(width: pixels.width, height: 2 * pixels.height) : pixels
  }

  /// A Boolean value that indicates whether the terminal shows something close to any color.
  var showsAnyColor: Bool { colors == .palette256 || colors == .trueColor }

  /// A Boolean value that indicates whether a part of a finished picture can be shown.
  public var canBeCut: Bool { graphics == .symbols || graphics == .kittyPlaceholders }

  /// A Boolean value that indicates whether drafts differ from full pictures: symbols of few colors have none.
  public var hasDrafts: Bool { graphics != .symbols || characters == .blocks && showsAnyColor }

  /// A Boolean value that indicates whether a draft is seen first while the image of its picture is sent in pieces: a terminal
  /// that keeps images answers by itself after each, and not tmux in its place.
  public var refinesDrafts: Bool {
    !isInsideTmux && (graphics == .kittyPlaceholders || graphics == .kittyPlacement)
  }

  /// Returns the number of pixels of the longer side that a picture needs to look good in `cells`.
  public func longerSide(in cells: Size) -> Int { room(in: cells).longerSide }
}
