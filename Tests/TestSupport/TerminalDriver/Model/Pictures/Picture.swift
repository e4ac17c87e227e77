extension TerminalModel {
  /// A picture on the screen.
  public struct Picture: Sendable, Equatable {
    /// How it came there.
    public enum Kind: Sendable, Equatable {
      /// Kitty's, placed on the screen.
      case placement
      /// Kitty's, in cells that name it.
      case placeholders
      /// Sixel.
      case sixel
      /// A file as iTerm2 takes it.
      case iterm
    }

    /// How it came there.
    public let kind: Kind
    /// The number of the image and of its placement; 0 where there is none.
    public let id: Int
    /// Where its top left corner is, seen or not.
    public let position: Position
    /// Cells across, as it was drawn.
    public let columns: Int
    /// Cells down, as it was drawn.
    public let rows: Int
    /// What it is made of; nil if cells name an image that the terminal does not hold.
    public let image: Image?
    /// Whether a part of it is not to be seen, being written over, moved away or outside the screen, or something
    /// that was there before still shows beside it.
    public let isDamaged: Bool
  }

  /// What a picture is made of, as it was sent.
  public struct Image: Sendable, Equatable {
    /// The form it was sent in.
    public enum Form: Sendable, Equatable {
      /// Three bytes a pixel.
      case rgb
      /// Four bytes a pixel.
      case rgba
      /// A file: PNG, JPEG.
      case file
      /// Sixel, without its introducer.
      case sixel
    }

    /// The form it was sent in.
    public let form: Form
    /// Pixels across; 0 if that could not be found out.
    public let width: Int
    /// Pixels down; 0 if that could not be found out.
    public let height: Int
    /// The bytes, decompressed and without base 64.
    public let bytes: [UInt8]

    /// Red, green, blue and alpha of each pixel, row by row; nil for what the model cannot decode (JPEG).
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

  /// A part of a picture that a cell shows.
  struct Piece: Sendable, Hashable {
    /// Counts the pictures drawn.
    let picture: Int
    let row: Int
    let column: Int
    /// Whether what was there before shows beside it.
    var hasGhost = false
  }

  /// Pictures that were drawn over cells and images that are held, besides what the cells tell themselves.
  struct Artwork: Sendable {
    /// A picture drawn where the cursor stood.
    struct Drawn: Sendable {
      let kind: Picture.Kind
      let columns: Int
      let rows: Int
      let image: Image
    }

    /// An image of kitty's protocol.
    struct Held: Sendable {
      let image: Image
      /// Columns and rows that placeholders show it in.
      var virtual: (columns: Int, rows: Int)?
    }

    /// An image placed on the screen.
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
    /// The parts of an image that is being sent.
    var unfinished: (keys: [String: String], payload: [UInt8])?
  }
}

extension TerminalModel.Screen {
  /// The pictures that can be seen, wholly or in part, from the top left.
  public var pictures: [TerminalModel.Picture] {
    (drawnPictures + placedPictures + placeholderPictures).sorted {
      ($0.position.row, $0.position.column, $0.id) < ($1.position.row, $1.position.column, $1.id)
    }
  }

  /// The numbers of the images that the terminal holds.
  public var heldImages: [Int] { artwork.images.keys.sorted() }

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
