extension TerminalModel {
  /// A picture on the screen.
  public struct Picture: Sendable, Equatable {
    /// The protocol with which a picture was drawn.
    public enum Kind: Sendable, Equatable {
      /// A placement of kitty's protocol.
      case placement
      /// Placeholder cells of kitty's protocol.
      case placeholders
      /// A sixel picture.
      case sixel
      /// A file in iTerm2's protocol.
      case iterm
    }

    /// The protocol with which the picture was drawn.
    public let kind: Kind
    /// The ID of the image, or of its placement, and 0 if there is none.
    public let id: Int
    /// The position of the top left corner, which may be hidden.
    public let position: Position
    /// The width in cells.
    public let columns: Int
    /// The height in cells.
    public let rows: Int
    /// The image, or nil if cells refer to an image that the terminal does not have.
    public let image: Image?
    /// A Boolean value that indicates whether a part of the picture is hidden, or old content is visible next
    /// to it.
    ///
    /// A part is hidden if it was overwritten, scrolled away, or outside the screen.
    public let isDamaged: Bool
  }

  /// The transmitted image of a picture.
  public struct Image: Sendable, Equatable {
    /// The format of an image.
    public enum Form: Sendable, Equatable {
      /// Three bytes per pixel.
      case rgb
      /// Four bytes per pixel.
      case rgba
      /// A PNG or JPEG file.
      case file
      /// Sixel data without the introducer.
      case sixel
    }

    /// The format of the image.
    public let form: Form
    /// The width in pixels; 0 if it is unknown.
    public let width: Int
    /// The height in pixels; 0 if it is unknown.
    public let height: Int
    /// The data, decompressed and decoded from Base64.
    public let bytes: [UInt8]

    /// Red, green, blue, and alpha of each pixel, row by row; nil for formats that the model cannot decode
    /// (JPEG).
    public var pixels: [UInt8]? {
      switch form {
      case .rgba: return bytes
      case .rgb:
        return stride(from: 0, to: bytes.count - 2, by: 3).flatMap { Array(bytes[$0..<$0 + 3]) + [255] }
      case .file: return PNG.pixels(bytes)
      case .sixel: return Sixel(bytes).pixels
      }
    }
  }

  /// The part of a picture that a cell shows.
  struct Piece: Sendable, Hashable {
    /// The serial number of the picture.
    let picture: Int
    let row: Int
    let column: Int
    /// A Boolean value that indicates whether old content is visible next to the part.
    var hasGhost = false
  }

  /// The pictures that were drawn over cells, and the transmitted images, as far as the cells do not contain
  /// them.
  struct Artwork: Sendable {
    /// A picture that was drawn at the cursor.
    struct Drawn: Sendable {
      let kind: Picture.Kind
      let columns: Int
      let rows: Int
      let image: Image
    }

    /// An image of kitty's protocol.
    struct Held: Sendable {
      let image: Image
      /// The numbers of columns and rows in which placeholders show it.
      var virtual: (columns: Int, rows: Int)?
    }

    /// A placement of an image on the screen.
    struct Placement: Sendable {
      let image: Int
      let id: Int
      var row: Int
      let column: Int
      let columns: Int
      let rows: Int
    }

    var drawn: [Int: Drawn] = [:]
    var images: [Int: Held] = [:]
    var placements: [Placement] = []
    /// The received parts of an image that is being transmitted.
    var unfinished: (keys: [String: String], payload: [UInt8])?
  }
}

extension TerminalModel.Screen {
  /// The pictures that are visible, at least in part, from the top left.
  public var pictures: [TerminalModel.Picture] {
    (drawnPictures + placedPictures + placeholderPictures).sorted {
      ($0.position.row, $0.position.column, $0.id) < ($1.position.row, $1.position.column, $1.id)
    }
  }

  /// The IDs of the images that the terminal has, on either screen.
  public var heldImages: [Int] { otherImages.union(artwork.images.keys).sorted() }

  /// The IDs of those images with a side of at least some pixels.
  public func heldImages(withSideOf pixels: Int) -> [Int] {
    artwork.images.filter { max($1.image.width, $1.image.height) >= pixels }.keys.sorted()
  }

  private func cells<Key: Hashable>(by key: (TerminalModel.Cell, Int, Int) -> Key?) -> [Key: Int] {
    var counts: [Key: Int] = [:]
    for row in rows.indices {
      for column in rows[row].indices {
        if let key = key(rows[row][column], row, column) { counts[key, default: 0] += 1 }
      }
    }
    return counts
  }

  private struct Origin: Hashable {
    let picture: Int
    let row: Int
    let column: Int
  }

  private var drawnPictures: [TerminalModel.Picture] {
    guard !artwork.drawn.isEmpty else { return [] }
    let counts = cells { cell, row, column in
      cell.piece.map { Origin(picture: $0.picture, row: row - $0.row, column: column - $0.column) }
    }
    let haunted = Set(rows.joined().compactMap { $0.piece?.hasGhost == true ? $0.piece?.picture : nil })
    return counts.compactMap { origin, count in
      guard let drawn = artwork.drawn[origin.picture] else { return nil }
      return TerminalModel.Picture(
        kind: drawn.kind, id: 0, position: .init(row: origin.row, column: origin.column),
        columns: drawn.columns, rows: drawn.rows, image: drawn.image,
        isDamaged: count < drawn.columns * drawn.rows || haunted.contains(origin.picture))
    }
  }

  private var placedPictures: [TerminalModel.Picture] {
    artwork.placements.compactMap { placed in
      guard let held = artwork.images[placed.image] else { return nil }
      let isOutside =
        placed.row + placed.rows > rows.count || placed.column + placed.columns > (rows.first?.count ?? 0)
      return TerminalModel.Picture(
        kind: .placement, id: placed.image, position: .init(row: placed.row, column: placed.column),
        columns: placed.columns, rows: placed.rows, image: held.image, isDamaged: isOutside)
    }
  }

  private var placeholderPictures: [TerminalModel.Picture] {
    let counts = cells { cell, row, column in
      cell.placeholder.map { Origin(picture: $0.image, row: row - $0.row, column: column - $0.column) }
    }
    return counts.map { origin, count in
      let held = artwork.images[origin.picture]
      let (columns, rows) = held?.virtual ?? (0, 0)
      return TerminalModel.Picture(
        kind: .placeholders, id: origin.picture, position: .init(row: origin.row, column: origin.column),
        columns: columns, rows: rows, image: held?.virtual == nil ? nil : held?.image,
        isDamaged: count < columns * rows)
    }
  }
}
