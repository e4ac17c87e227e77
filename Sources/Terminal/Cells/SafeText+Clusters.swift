extension SafeText {
  /// The clusters of a text, made one by one.
  public struct Clusters: Sequence, IteratorProtocol {
    private var scalars: Substring.UnicodeScalarView.Iterator
    private var waiting: Unicode.Scalar?

    init(scalars: Substring.UnicodeScalarView) { self.scalars = scalars.makeIterator() }

    /// The next cluster, or nil at the end.
    public mutating func next() -> Cluster? {
      while let scalar = nextScalar() {
        switch Kind(scalar) {
        case .dropped: continue
        case .lineBreak:
          skip { Kind($0) == .lineBreak }
          return Cluster(text: " ", width: 1)
        case .flagLetter(let letter): return Cluster(text: CellText(letter), width: 1)
        case .unknown: return Cluster(text: AmbiguousWidth.isWide ? "?" : "\u{FFFD}", width: 1)
        case .line(let sign): return Cluster(text: sign, width: 1)
        case .mark, .spacingMark:
          waiting = scalar
          return cluster(on: " ", width: 1)
        case .visible(let width): return cluster(on: scalar, width: width)
        }
      }
      return nil
    }

    private mutating func nextScalar() -> Unicode.Scalar? {
      if let scalar = waiting {
        waiting = nil
        return scalar
      }
      return scalars.next()
    }

    private mutating func skip(while belongs: (Unicode.Scalar) -> Bool) {
      while let scalar = nextScalar() {
        guard belongs(scalar) else {
          waiting = scalar
          return
        }
      }
    }

    /// Gathers the marks that follow `base`, and drops what is joined to an emoji.
    private mutating func cluster(on base: Unicode.Scalar, width: Int) -> Cluster {
      waiting = nextScalar()
      // Before a character of ASCII there is nothing to gather.
      if waiting.map({ (0x20..<0x7f).contains($0.value) }) ?? true {
        return Cluster(text: CellText(base), width: width, reach: CharacterWidth.isDisputed(base) ? 2 : 0)
      }
      var text = CellText(base)
      var marks = 0
      var spacingMarks = 0
      let isEmoji = base.value > 0x7f && base.properties.isEmoji
      gathering: while let scalar = nextScalar() {
        if isEmoji, scalar.properties.isEmojiModifier { continue }
        if isEmoji, scalar == "\u{200D}" {
          dropJoined()
          continue
        }
        let kind = Kind(scalar)
        switch kind {
        case .dropped: continue
        case .mark, .spacingMark:
          guard marks < mostMarks else { continue }
          text.append(scalar)
          marks += 1
          if kind == .spacingMark { spacingMarks += 1 }
        default:
          waiting = scalar
          break gathering
        }
      }
      let isBaseDisputed = CharacterWidth.isDisputed(base)
      let reach = isBaseDisputed ? 2 + marks : marks > 0 ? width + marks : 0
      return Cluster(text: text, width: width + spacingMarks, reach: reach)
    }

    /// Drops the emoji after a joiner; what is no emoji stays.
    private mutating func dropJoined() {
      guard let scalar = nextScalar() else { return }
      if !(scalar.value > 0x7f && scalar.properties.isEmoji) { waiting = scalar }
    }
  }

  /// The treatment of a scalar.
  private enum Kind: Equatable {
    case dropped
    case lineBreak
    case mark
    case spacingMark
    case flagLetter(Unicode.Scalar)
    case unknown
    case visible(width: Int)
    /// A line or block whose ASCII counterpart takes its place.
    case line(CellText)

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x20..<0x7f: self = .visible(width: 1)
      case 0x09...0x0d, 0x85, 0x2028, 0x2029: self = .lineBreak
      case 0..<0x20, 0x7f..<0xa0: self = .dropped
      case 0x1F1E6...0x1F1FF:
        // Whether two of these are one flag or two letters, terminals do not agree; letters always fit.
        self = Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map(Kind.flagLetter) ?? .unknown
      default: self = Kind(uncommon: scalar)
      }
    }

    private init(uncommon scalar: Unicode.Scalar) {
      // Kitty shows an image in place of this character. Untrusted text must not select one.
      if scalar.value == 0x10EEEE {
        self = .unknown
        return
      }
      // U+20E3 makes a keycap of a digit: one column for ncurses, two for many terminals.
      if scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
        || scalar.value == 0x20E3
      {
        self = .dropped
        return
      }
      if AmbiguousWidth.isWide {
        if AmbiguousWidth.isLine(scalar) {
          self = .line(CellText(String(Transliteration.ascii(String(scalar)))))
          return
        }
        if AmbiguousWidth.contains(scalar) {
          self = .visible(width: 2)
          return
        }
      }
      switch CharacterWidth.of(scalar) {
      case 0: self = .mark
      case 1: self = CharacterWidth.isSpacingMark(scalar) ? .spacingMark : .visible(width: 1)
      case 2: self = .visible(width: 2)
      default: self = .unknown
      }
    }
  }
}
