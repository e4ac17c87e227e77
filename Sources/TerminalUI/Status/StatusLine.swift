public import Terminal

/// The line at the bottom of the screen: segments at the left, in the middle and at the right.
///
/// Less important segments are dropped when there is no room.
public struct StatusLine: Hashable, Sendable {
  /// A piece of the line.
  public struct Segment: Hashable, Sendable {
    /// The full text.
    public var text: String
    /// The texts to use if the full text does not fit, one after the other; the segment is dropped after the last.
    public var shorterTexts: [String]
    /// The use of the text's style; `nil` for plain text.
    public var role: StyleRole?
    /// The importance; segments of lower importance are dropped first.
    public var importance: Int
    /// The importance before which the segment is shortened, rather than segments of this importance dropped.
    public var shortening: Int
    /// The key that a click on the segment stands for.
    public var key: KeyEvent?

    /// Creates a segment, which by default is shortened before any segment is dropped.
    public init(
      _ text: String, shorter: [String] = [], giving shortening: Int = .min, role: StyleRole? = nil,
      importance: Int = 0
    ) {
      self.text = text
      shorterTexts = shorter
      self.shortening = shortening
      self.role = role
      self.importance = importance
    }

    /// Creates a segment with one shorter text, or none.
    public init(
      _ text: String, short: String?, giving shortening: Int = .min, role: StyleRole? = nil,
      importance: Int = 0
    ) {
      self.init(
        text, shorter: short.map { [$0] } ?? [], giving: shortening, role: role, importance: importance)
    }

    /// Creates a segment that is a hint.
    public init(_ hint: KeyHint, importance: Int = 0) {
      self.init(hint.text, role: .weak, importance: importance)
      key = hint.key
    }
  }

  /// Segments from the left edge on.
  public var left: [Segment]
  /// Segments in the middle of what the others leave.
  public var middle: [Segment]
  /// Segments up to the right edge.
  public var right: [Segment]

  private static let gap = 2

  /// Creates a line.
  public init(left: [Segment] = [], middle: [Segment] = [], right: [Segment] = []) {
    self.left = left
    self.middle = middle
    self.right = right
  }

  /// The line with as much as fits into `width` columns.
  ///
  /// Step by step, the least important segment is shortened or left out, the later of two equals first. The most
  /// important one stays, cut if need be.
  public func fitted(to width: Int) -> StatusLine {
    var line = self
    line.removeEmpty()
    while line.width > width, line.shorten() {}
    return line
  }

  /// Draws the line in the first row of `canvas`.
  public func draw(in canvas: Canvas) {
    for (segment, x) in placed(within: canvas.size.width) {
      canvas.draw(
        segment.text, at: Point(x: x, y: 0), style: segment.role.map { canvas.palette[$0] } ?? .plain)
    }
  }

  /// Returns the key of the hint in column `x` of the line, when it is drawn in `width` columns.
  public func key(at x: Int, width: Int) -> KeyEvent? {
    placed(within: width).first { segment, start in
      (start..<start + SafeText.width(of: segment.text)).contains(x)
    }?.segment.key
  }

  /// The segments that fit, and the columns at which they begin.
  private func placed(within width: Int) -> [(segment: Segment, x: Int)] {
    let line = fitted(to: width)
    let leftEnd = Self.width(line.left)
    let rightStart = max(width - Self.width(line.right), leftEnd)
    let free = rightStart - leftEnd - Self.width(line.middle)
    return Self.placed(line.left, from: 0)
      + Self.placed(line.middle, from: leftEnd + max(0, free / 2))
      + Self.placed(line.right, from: rightStart)
  }
}

extension StatusLine {
  private typealias Part = WritableKeyPath<StatusLine, [Segment]>
  private static var parts: [Part] { [\.left, \.middle, \.right] }

  private var count: Int { left.count + middle.count + right.count }

  /// The columns of everything, with gaps.
  private var width: Int {
    let parts = Self.parts.map { self[keyPath: $0] }.filter { !$0.isEmpty }
    return parts.reduce(0) { $0 + Self.width($1) } + max(0, parts.count - 1) * Self.gap
  }

  private static func width(_ segments: [Segment]) -> Int {
    segments.reduce(0) { $0 + SafeText.width(of: $1.text, upTo: 1000) } + max(0, segments.count - 1) * gap
  }

  private static func placed(_ segments: [Segment], from x: Int) -> [(segment: Segment, x: Int)] {
    var x = x
    return segments.map { segment in
      defer { x += SafeText.width(of: segment.text, upTo: 1000) + gap }
      return (segment, x)
    }
  }

  private mutating func removeEmpty() {
    for part in Self.parts { self[keyPath: part].removeAll { $0.text.isEmpty } }
  }

  /// A segment that can be shortened or left out.
  private struct Step {
    let part: Part
    let index: Int
    let shortens: Bool
    /// The order of the steps; the lowest comes next.
    let order: (Int, Int)
  }

  /// Shortens or leaves out the least important segment; returns `false` when only one is left, in its shortest form.
  private mutating func shorten() -> Bool {
    var next: Step?
    for part in Self.parts {
      for (index, segment) in self[keyPath: part].enumerated() {
        let shortens = !segment.shorterTexts.isEmpty
        guard shortens || count > 1 else { continue }
        let order = (
          shortens ? min(segment.shortening, segment.importance) : segment.importance, segment.importance
        )
        if let next, next.order < order { continue }
        next = Step(part: part, index: index, shortens: shortens, order: order)
      }
    }
    guard let next else { return false }
    if next.shortens {
      self[keyPath: next.part][next.index].text = self[keyPath: next.part][next.index].shorterTexts
        .removeFirst()
    } else {
      self[keyPath: next.part].remove(at: next.index)
    }
    return true
  }
}
