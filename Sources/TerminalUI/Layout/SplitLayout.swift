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
    let visible = visiblePanes(in: area.width, focused: focused)
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
    guard weights.count == panes.count, weights.allSatisfy((1...Self.mostWeight).contains) else { return }
    for (index, weight) in weights.enumerated() { panes[index].weight = weight }
  }

  /// Ends the first pane at column `x` of `area`, as when the line between it and its neighbor is dragged there; the other panes
  /// share the rest as before.
  public mutating func moveBoundary(to x: Int, in area: Rect) {
    guard panes.count >= 2, !isNarrow(area.width) else { return }
    let others = visiblePanes(in: area.width).dropFirst()
    let least = others.reduce(0) { $0 + panes[$1].minimumWidth }
    let width = min(max(x - area.minX + 1, panes[0].minimumWidth), area.width - least)
    guard width > 0, width < area.width else { return }
    // A unit of weight must be less than a column. Weights that are not scaled again keep their ratio in a long drag.
    let former = others.reduce(0) { $0 + panes[$1].weight }
    let factor = (area.width + former - 1) / former
    for index in panes.indices.dropFirst() {
      panes[index].weight = min(panes[index].weight * factor, Self.mostWeight)
    }
    let rest = others.reduce(0) { $0 + panes[$1].weight }
    let remaining = area.width - width
    panes[0].weight = min((width * rest + remaining - 1) / remaining, Self.mostWeight)
  }

  /// The highest weight of a pane.
  private static let mostWeight = 10_000

  /// The panes that an area of `width` columns shows beside each other, and the focused one.
  private func visiblePanes(in width: Int, focused: Int? = nil) -> [Int] {
    panes.indices.filter { panes[$0].appearsFrom <= width || $0 == focused }
  }
}
