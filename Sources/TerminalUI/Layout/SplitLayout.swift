public import Terminal

/// Panes side by side where there is room, and one at a time where there is not.
///
/// Neighbors share a column, for the line between them.
public struct SplitLayout: Hashable, Sendable {
  /// One of the panes.
  public struct Pane: Hashable, Sendable {
    /// Its share of the width, compared with the others'.
    public var weight: Int
    /// The fewest columns it is given beside others.
    public var minimumWidth: Int
    /// The width of the whole area from which on it is shown beside the others.
    public var appearsFrom: Int

    /// Creates a pane.
    public init(weight: Int, minimumWidth: Int = 20, appearsFrom: Int = 0) {
      self.weight = max(1, weight)
      self.minimumWidth = minimumWidth
      self.appearsFrom = appearsFrom
    }
  }

  /// The panes from left to right.
  public private(set) var panes: [Pane]
  /// Below this width only the focused pane is shown.
  public let narrowBelow: Int

  /// Creates a layout of `panes`.
  public init(_ panes: [Pane], narrowBelow: Int = 72) {
    self.panes = panes
    self.narrowBelow = narrowBelow
  }

  /// Returns a Boolean value that indicates whether an area of `width` columns shows only one pane.
  public func isNarrow(_ width: Int) -> Bool { width < narrowBelow }

  /// Returns the frame of each pane in `area`; `nil` for a pane that is not shown.
  ///
  /// The `focused` pane is always shown.
  public func frames(in area: Rect, focused: Int) -> [Rect?] {
    guard !isNarrow(area.width) else {
      return panes.indices.map { $0 == focused ? area : nil }
    }
    let visible = panes.indices.filter { panes[$0].appearsFrom <= area.width || $0 == focused }
    var frames: [Rect?] = Array(repeating: nil, count: panes.count)
    var x = area.minX
    for (place, index) in visible.enumerated() {
      let width = self.width(ofFirstIn: visible[place...], within: area.maxX - x)
      frames[index] = Rect(x: x, y: area.minY, width: width, height: area.height)
      x += width - 1
    }
    return frames
  }

  /// The width of the first of `indices`, when they all share `room` columns.
  private func width(ofFirstIn indices: ArraySlice<Int>, within room: Int) -> Int {
    guard let first = indices.first, indices.count > 1 else { return room }
    let others = indices.dropFirst()
    let weights = indices.reduce(0) { $0 + panes[$1].weight }
    let share = room * panes[first].weight / weights
    let most = room - others.reduce(0) { $0 + panes[$1].minimumWidth }
    return max(0, min(max(share, panes[first].minimumWidth), most))
  }

  /// Uses other weights, if there is one for each pane.
  public mutating func use(weights: [Int]) {
    guard weights.count == panes.count, weights.allSatisfy((1...10_000).contains) else { return }
    for (index, weight) in weights.enumerated() { panes[index].weight = weight }
  }

  /// Gives the first pane a width of `x` columns in `area`, as when the line between it and its neighbor is
  /// dragged there; for layouts of which two panes are shown.
  public mutating func moveBoundary(to x: Int, in area: Rect) {
    guard panes.count >= 2, !isNarrow(area.width) else { return }
    let width = min(max(x - area.minX + 1, panes[0].minimumWidth), area.width - panes[1].minimumWidth)
    let factor = panes[0].weight + panes[1].weight
    guard width > 0, width < area.width, factor > 0 else { return }
    panes[0].weight = width
    panes[1].weight = area.width - width
  }
}
