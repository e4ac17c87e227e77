public import Terminal

/// Panes side by side; neighbors share the line between them.
public struct PaneRow: Hashable, Sendable {
  /// A pane: its border, and the cells that it takes with its border.
  public struct Pane: Hashable, Sendable {
    /// The border.
    public var frame: PaneFrame
    /// The cells, those of the border included.
    public var area: Rect

    /// Creates a pane.
    public init(_ frame: PaneFrame, at area: Rect) {
      self.frame = frame
      self.area = area
    }
  }

  /// The panes from left to right.
  public var panes: [Pane]

  /// Creates a row of panes.
  public init(_ panes: [Pane] = []) { self.panes = panes }

  /// Draws the borders; that of the `focused` pane over those of its neighbors.
  public func draw(in canvas: Canvas, focused: Int?) {
    let order = panes.indices.filter { $0 != focused } + panes.indices.filter { $0 == focused }
    for index in order {
      let pane = canvas.window(panes[index].area)
      pane.drawBorder(style: panes[index].frame.borderStyle(in: pane, isFocused: index == focused))
    }
    joinLines(in: canvas)
    for index in order {
      panes[index].frame.drawTexts(in: canvas.window(panes[index].area), isFocused: index == focused)
    }
  }

  /// Turns the corners at the ends of a line that two panes share into junctions.
  private func joinLines(in canvas: Canvas) {
    for (left, right) in zip(panes, panes.dropFirst()) where right.area.minX == left.area.maxX - 1 {
      for (y, junction) in [(right.area.minY, "┬"), (right.area.maxY - 1, "┴")] {
        let place = Point(x: right.area.minX, y: y)
        canvas.draw(junction, at: place, style: canvas.style(at: place))
      }
    }
  }
}
