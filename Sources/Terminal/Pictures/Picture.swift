public import PictureBasics

/// A picture as a canvas draws it: made for one kind of terminal and one size in cells.
///
/// The screen knows nothing of how a picture is encoded; it sends the bytes it is given, at the right moment and
/// no more often than it must.
public struct Picture: Sendable, Identifiable {
  /// The identity of the picture: two pictures with the same id have the same pixels and size.
  public let id: String
  /// Columns and rows.
  public let size: Size
  /// The content of the picture.
  public let content: Content
  /// The mean color of the whole picture, where that is known and the terminal has enough colors to show it.
  public var meanColor: Color?
  /// The same picture with less detail, of the same size.
  ///
  /// It is drawn in place of this one while this one's image is sent in pieces, in terminals that answer after each.
  public var draft: Picture? {
    get { drafts.first }
    set { drafts = newValue.map { [$0] } ?? [] }
  }
  /// The draft; in an array, because no structure contains itself.
  private var drafts: [Picture] = []

  /// The content of a picture.
  public enum Content: Sendable {
    /// Symbols: ordinary cells, row by row, as many as the size says.
    case cells([Cell])
    /// Kitty's placeholders: ordinary cells, row by row, of an image that the terminal is given first.
    case placeholders([Cell], Upload)
    /// Bytes that draw the picture where the cursor stands, over cells, until something is written there: sixel
    /// and iTerm2.
    case overlay([UInt8])
    /// Bytes that place an image, which the terminal is given first, where the cursor stands, without moving the
    /// cursor; `removal` takes that placement away again, the image stays.
    ///
    /// Such a picture stands in one place of a frame.
    case placement([UInt8], removal: [UInt8], Upload)
  }

  /// An image that the terminal keeps.
  ///
  /// It is sent before it is first used, and freed when it has not been used for long, and whenever the terminal
  /// is given back.
  public struct Upload: Sendable {
    /// The number by which the terminal knows the image; images in use have different ones.
    public let imageID: UInt32
    /// The control strings that transmit the image, each complete.
    public let chunks: [[UInt8]]
    /// The control string that removes all placements of the image and frees it.
    public let removal: [UInt8]
    /// The control string that ends the transmission after some of the chunks; the terminal then has no such image.
    public let ending: [UInt8]
    /// The width and height of the image in pixels.
    let pixels: PixelSize

    /// Creates an upload of an image of some pixels.
    public init(imageID: UInt32, pixels: PixelSize, chunks: [[UInt8]], removal: [UInt8], ending: [UInt8]) {
      self.imageID = imageID
      self.pixels = pixels
      self.chunks = chunks
      self.removal = removal
      self.ending = ending
    }

    /// The number of bytes that transmit the image.
    var size: Int { chunks.reduce(0) { $0 + $1.count } }
    /// The number of bytes that the terminal needs for the decoded image.
    var decodedSize: Int { 4 * pixels.area }
  }

  /// Creates a picture.
  public init(id: String, size: Size, content: Content) {
    self.id = id
    self.size = size
    self.content = content
  }

  /// A Boolean value that indicates whether the terminal keeps the picture's image, so that it can have it in advance.
  public var isKept: Bool { upload != nil }

  /// The image that the terminal must be given, if there is one.
  var upload: Upload? {
    switch content {
    case .cells, .overlay: nil
    case .placeholders(_, let upload), .placement(_, removal: _, let upload): upload
    }
  }
}
