public import PictureBasics

/// The known capabilities of the terminal, from its answers and from the environment.
public struct Capabilities: Hashable, Sendable {
  /// The name and version of a program, as reported by XTVERSION.
  public struct Product: Hashable, Sendable {
    /// The name, as the program spells it.
    public var name: String
    /// The numbers of the version, most significant first.
    public var version: [Int]

    /// Creates a name and version.
    public init(name: String, version: [Int] = []) {
      self.name = name
      self.version = version
    }

    /// Returns a Boolean value that indicates whether it has this name, in any case, and at least this
    /// version.
    public func isAtLeast(_ name: String, _ version: Int...) -> Bool {
      self.name.lowercased() == name.lowercased() && !self.version.lexicographicallyPrecedes(version)
    }
  }

  /// The size of a cell whose terminal does not report one.
  public static let fallbackCellSize = PixelSize(width: 10, height: 20)

  /// The program that answered XTVERSION, if any; inside tmux, tmux.
  public var product: Product?
  /// The terminal that tmux runs in, if tmux lets the question through.
  public var outerProduct: Product?
  /// The attributes that the terminal reports (DA1); `nil` until it answers.
  public var attributes: Set<Int>?
  /// A Boolean value that indicates whether the terminal reports that programs can put text into its clipboard (OSC 52).
  public var reportsClipboard: Bool { attributes?.contains(52) == true }
  /// A Boolean value that indicates whether the terminal, the outer one inside tmux, answered that it takes
  /// kitty's pictures.
  public var acceptsKittyPictures = false
  /// The size of a cell: from the terminal's answer, else from its window size, else ``fallbackCellSize``.
  public var cellSize = Self.fallbackCellSize
  /// The RGB background color, if the terminal reported it.
  public var background: Color?
  /// The brightness that the user turned the terminal to, if it reported that.
  public var brightness: Theme.Brightness?
  /// A Boolean value that indicates whether the terminal shows a frame only when it is whole (mode 2026).
  public var synchronizesOutput = false
  /// A Boolean value that indicates whether the terminal takes data of any type into its clipboard (OSC 5522).
  public var acceptsClipboardData = false
  /// A Boolean value that indicates whether the terminal can report keys so that none begins like another one
  /// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
  public var distinguishesKeys = false
  /// A Boolean value that indicates whether the program runs inside tmux.
  public var isInsideTmux = false
  /// The colors that the terminal can show.
  public var colorDepth = ColorDepth.none
  /// A Boolean value that indicates whether characters outside ASCII can be shown.
  public var showsUnicode = true
  /// A Boolean value that indicates whether characters of ambiguous width (UAX #11) take two columns.
  public var drawsAmbiguousWide = false
  /// A Boolean value that indicates whether all answers have come, or are no longer waited for; a late one is
  /// taken all the same.
  public var isComplete = false

  /// Makes what is known before anything was answered.
  public init() {}

  /// A Boolean value that indicates whether the terminal shows sixel pictures.
  public var showsSixel: Bool { attributes?.contains(4) == true }
}
