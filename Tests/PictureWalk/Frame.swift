import Terminal

/// What a pasted text asks for, in the order it is drawn.
struct Frame {
  /// The number in a line `frame N`.
  private(set) var number = 0
  private(set) var items: [Item] = []

  /// One thing that is drawn.
  enum Item {
    /// `text X Y words`
    case text(Point, String)
    /// `fill X Y W H`: a box of dots.
    case fill(Rect)
    /// `select X Y W H`: reverse.
    case select(Rect)
    /// `picture N X Y W H`: a picture as the terminal shows it.
    case picture(Int, Rect)
    /// `draft N X Y W H M`: a picture of which another is the draft.
    case draft(Int, Rect, Int)
    /// `ahead N W H`: announces a picture.
    case ahead(Int, Size)
  }

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 3)
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      switch (words.first, numbers.count) {
      case ("frame", 1): number = numbers[0]
      case ("text", 2...) where words.count == 4:
        items.append(.text(Point(x: numbers[0], y: numbers[1]), String(words[3])))
      case ("fill", 4): items.append(.fill(Self.rect(numbers)))
      case ("select", 4): items.append(.select(Self.rect(numbers)))
      case ("picture", 5): items.append(.picture(numbers[0], Self.rect(Array(numbers[1...]))))
      case ("draft", 6):
        items.append(.draft(numbers[0], Self.rect(Array(numbers[1...4])), numbers[5]))
      case ("ahead", 3): items.append(.ahead(numbers[0], Size(width: numbers[1], height: numbers[2])))
      default: break
      }
    }
  }

  private static func rect(_ numbers: [Int]) -> Rect {
    Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Frame.Item {
  func draw(on canvas: Canvas, _ maker: PictureMaker) {
    switch self {
    case .text(let point, let text): canvas.draw(text, at: point)
    case .fill(let rect): canvas.fill(rect, with: "·")
    case .select(let rect): canvas.restyle(rect) { $0.with(.reverse) }
    case .picture(let number, let rect):
      if let picture = maker.picture(number, size: rect.size) { canvas.draw(picture, at: rect.origin) }
    case .draft(let number, let rect, let draft):
      guard var picture = maker.picture(number, size: rect.size) else { return }
      picture.draft = maker.picture(draft, size: rect.size)
      canvas.draw(picture, at: rect.origin)
    case .ahead(let number, let size):
      if let picture = maker.picture(number, size: size) { canvas.announce(picture) }
    }
  }
}
