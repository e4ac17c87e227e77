import Terminal

/// The visible part of a long content, in lines.
public struct ScrollExtent: Hashable, Sendable {
  /// The first line in view.
  public var offset: Int
  /// The number of visible lines.
  public var visible: Int
  /// The number of lines.
  public var total: Int

  /// Creates an extent.
  public init(offset: Int, visible: Int, total: Int) {
    self.offset = offset
    self.visible = visible
    self.total = total
  }

  /// The lines by which a key for a page scrolls: one of those in view stays.
  var page: Int { max(1, visible - 1) }

  /// Scrolls down by some lines, up if they are negative, as far as there is content.
  mutating func scroll(by lines: Int) { offset = min(max(0, offset + lines), max(0, total - visible)) }

  /// Scrolls as the wheel of a mouse does.
  mutating func scroll(by mouse: MouseEvent) {
    scroll(by: mouse.action == .wheelDown ? 3 : mouse.action == .wheelUp ? -3 : 0)
  }

  /// The part of a bar of `length` cells that stands for what is in view; nil when everything is.
  ///
  /// It touches an end of the bar only when the content is at that end.
  public func thumb(length: Int) -> Range<Int>? {
    guard length > 2, visible > 0, total > visible else { return nil }
    let size = min(length - 1, max(1, length * visible / total))
    let last = total - visible
    if offset <= 0 { return 0..<size }
    if offset >= last { return length - size..<length }
    let free = length - size
    let start = min(max(1, free * offset / last), max(1, free - 1))
    return start..<min(length, start + size)
  }
}
