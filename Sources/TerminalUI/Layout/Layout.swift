public import Terminal

extension Rect {
  /// The topmost `height` rows, and what is left below.
  public func cutTop(_ height: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, height), self.height)
    return (
      Rect(x: minX, y: minY, width: width, height: cut), inset(top: cut)
    )
  }

  /// The lowest `height` rows, and what is left above.
  public func cutBottom(_ height: Int) -> (rest: Rect, bottom: Rect) {
    let cut = min(max(0, height), self.height)
    return (
      inset(bottom: cut), Rect(x: minX, y: maxY - cut, width: width, height: cut)
    )
  }

  /// A rectangle of at most `size` in the middle.
  public func centered(_ size: Size) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: minX + (self.width - width) / 2, y: minY + (self.height - height) / 2, width: width, height: height)
  }

  /// The rectangle of a card of at most `size` in the middle; over the whole width where too little would be left beside
  /// the card to be read.
  public func card(_ size: Size) -> Rect {
    centered(Size(width: cardWidth(size.width), height: size.height))
  }

  /// The columns of a card of at most `width` columns.
  public func cardWidth(_ width: Int) -> Int { self.width - width < 16 ? self.width : width }
}
