import ListChanges
import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("The layout")
struct LayoutTests {
  private let split = SplitLayout([
    .init(weight: 2, minimumWidth: 24), .init(weight: 3, minimumWidth: 30),
    .init(weight: 3, minimumWidth: 30, appearsFrom: 110),
  ])

  @Test(
    "shows as many panes as there is room for; neighbors share a column",
    arguments: [(120, 3), (110, 3), (109, 2), (80, 2), (72, 2), (71, 1), (40, 1), (20, 1)])
  func panes(width: Int, count: Int) {
    for focused in 0..<2 {
      let area = Rect(x: 3, y: 1, width: width, height: 20)
      let frames = split.frames(in: area, focused: focused)
      let shown = frames.compactMap { $0 }
      #expect(shown.count == count)
      #expect(frames[focused] != nil)
      #expect(shown.reduce(0) { $0 + $1.width } == width + count - 1)
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.maxX - 1 == $1.minX })
      #expect(shown.first?.minX == 3 && shown.last?.maxX == area.maxX)
    }
  }

  @Test("moves a boundary where it is dragged, within the least widths")
  func drag() {
    var split = SplitLayout([.init(weight: 2, minimumWidth: 24), .init(weight: 3, minimumWidth: 30)])
    let area = Rect(x: 0, y: 0, width: 100, height: 20)
    for (x, expected) in [(40, 41), (0, 24), (99, 70), (55, 56)] {
      split.moveBoundary(to: x, in: area)
      #expect(split.frames(in: area, focused: 0)[0]?.width == expected)
    }
  }

  @Test("shares the rest between the other panes as before when a boundary is dragged")
  func dragBesideTwo() {
    var split = self.split
    let area = Rect(x: 2, y: 0, width: 200, height: 20)
    let others = SplitLayout(
      [.init(weight: 3, minimumWidth: 30), .init(weight: 3, minimumWidth: 30)], narrowBelow: 0)
    for x in Array(0..<210) + (0..<210).reversed() {
      split.moveBoundary(to: x, in: area)
      let width = min(max(x - 2 + 1, 24), 200 - 60)
      let frames = split.frames(in: area, focused: 0)
      #expect(frames[0]?.width == width)
      let rest = Rect(x: 2 + width - 1, y: 0, width: 200 - width + 1, height: 20)
      #expect(Array(frames.dropFirst()) == others.frames(in: rest, focused: 0))
    }
    // Where the third pane is not shown, its share beside the second one stays as well.
    split.moveBoundary(to: 40, in: Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(split.panes[1].weight == split.panes[2].weight)
    let weights = split.panes.map(\.weight)
    var later = self.split
    later.use(weights: weights)
    #expect(later == split)
  }

  /// A whole screen of two lists and a status line.
  private func draw(_ width: Int, _ height: Int, focused: Int) -> [String] {
    let lists = [Numbers([[1, 2, 3], Array(4..<40)]), Numbers([Array(100..<5000)])].map {
      ListView(source: $0)
    }
    let split = SplitLayout([.init(weight: 2, minimumWidth: 24), .init(weight: 3, minimumWidth: 30)])
    let line = StatusLine(left: [.init("Sample roll")], right: [.init("? help", importance: 1)])
    return screen(width, height) { canvas in
      if TooSmallCard.applies(to: canvas.size) { return TooSmallCard.draw(in: canvas) }
      let (main, foot) = canvas.bounds.cutBottom(1)
      var row = PaneRow()
      for (index, frame) in split.frames(in: main, focused: focused).enumerated() {
        guard let frame else { continue }
        let list = lists[index]
        list.show(in: canvas.window(frame.insideBorder), isFocused: index == focused)
        let title = index == 0 ? "Photographers" : "Photos"
        row.panes.append(
          .init(PaneFrame(title: title, footer: list.positionText, scroll: list.scroll), at: frame))
      }
      row.draw(in: canvas, focused: row.panes.count > 1 ? focused : 0)
      line.draw(in: canvas.window(foot))
    }
  }

  @Test(
    "fills the screen at 120x40, 80x24, 40x12 and 20x5", arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
  func sizes(width: Int, height: Int) {
    let rows = draw(width, height, focused: 0)
    #expect(rows.count == height)
    #expect(rows.dropLast().allSatisfy { SafeText.width(of: $0) == width })
    #expect(rows[0].hasPrefix("╭─ Photographers"))
    #expect(rows[0].contains("Photos") == (width >= 72))
    #expect(rows.last?.hasSuffix("? help") == true)
  }

  @Test(
    "has one line between panes, with the scroll bar of the left one, whichever has the focus",
    arguments: 0..<2)
  func sharedLine(focused: Int) {
    let rows = draw(72, 8, focused: focused)
    #expect(rows[0].contains("─┬─ Photos ─"))
    #expect(rows[6].contains("─┴─"))
    let column = rows[0].prefix { $0 != "┬" }.count
    let line = rows.dropFirst().prefix(5).map { Array($0)[column] }
    #expect(line.contains("┃") && line.allSatisfy { ["│", "┃"].contains($0) })
  }

  @Test("is this, in the narrow form")
  func narrow() {
    #expect(
      draw(40, 8, focused: 1) == [
        "╭─ Photos ─────────────────────────────╮",
        "│ S0 ──────────────────────────── 4900 ┃",
        "│›row 100                            7 │",
        "│ row 101                            7 │",
        "│ row 102                            7 │",
        "│ row 103                            7 │",
        "╰───────────────────────────── 1/4900 ─╯",
        "Sample roll                       ? help",
      ])
  }

  @Test("says so where there is too little room", arguments: [(19, 5), (20, 4), (8, 1), (1, 1)])
  func tooSmall(width: Int, height: Int) {
    let rows = draw(width, height, focused: 0)
    if width == 19 { #expect(rows == ["", "     Too small", "  19x5, need 20x5", "", ""]) }
    #expect(!rows.contains { $0.contains("╭") })
  }

  @Test("touches an end of the scroll bar only at that end")
  func scrollBar() {
    for length in 3..<30 {
      for total in [31, 100, 5000, 1_000_000] {
        for offset in [0, 1, total / 2, total - 31, total - 30] {
          guard let thumb = ScrollExtent(offset: offset, visible: 30, total: total).thumb(length: length)
          else {
            Issue.record("no thumb")
            continue
          }
          #expect(!thumb.isEmpty && thumb.lowerBound >= 0 && thumb.upperBound <= length)
          if length > thumb.count + 1 {
            #expect((thumb.lowerBound == 0) == (offset <= 0))
            #expect((thumb.upperBound == length) == (offset >= total - 30))
          }
        }
      }
    }
    #expect(ScrollExtent(offset: 0, visible: 30, total: 30).thumb(length: 10) == nil)
  }
}
