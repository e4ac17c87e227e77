/// Which of several panes the keys go to.
public struct Focus: Hashable, Sendable {
  /// The number of panes.
  public let count: Int
  /// The pane that has the focus, from 0.
  public private(set) var index: Int

  /// Creates a ring of `count` panes with the focus on the first.
  public init(count: Int) {
    self.count = max(1, count)
    index = 0
  }

  /// Moves the focus to the next pane, from the last to the first.
  public mutating func next() { index = (index + 1) % count }
  /// Moves the focus to the pane before, from the first to the last.
  public mutating func previous() { index = (index + count - 1) % count }
  /// Moves the focus to pane `index`, or the nearest there is.
  public mutating func move(to index: Int) { self.index = min(max(0, index), count - 1) }
}
