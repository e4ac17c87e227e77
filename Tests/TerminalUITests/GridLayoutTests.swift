import Terminal
import Testing

@testable import TerminalUI

@Suite("The layout of a grid")
struct GridLayoutTests {
  @Test("has sizes in which pictures of 3:2 take whole rows, and of 4:3 find room")
  func sizes() {
    let sizes = (0..<9).map { GridLayout.picture(step: $0) }
    let expected = [(12, 5), (15, 6), (18, 7), (24, 9), (30, 12), (36, 14), (48, 18), (60, 23), (72, 27)]
    #expect(sizes == expected.map { Size(width: $0.0, height: $0.1) })
    for size in sizes {
      #expect(size.width % 3 == 0)
      #expect(size.height * 2 * 4 >= size.width * 3)
    }
  }

  @Test(
    "has as many tiles as there is room for, and larger ones rather than more than 30",
    arguments: [
      (93, 37, 0, 0, 6, 5), (120, 40, 0, 0, 6, 5), (120, 40, 2, 2, 6, 4), (80, 24, 2, 2, 4, 2),
      (40, 12, 2, 2, 2, 1),
      (20, 6, 2, 2, 1, 1),
      (80, 24, 0, 0, 6, 3), (200, 60, 0, 3, 6, 5), (300, 90, 2, 5, 6, 5), (600, 9, 0, 2, 30, 1),
      (12, 300, 0, 0, 1, 30), (10, 5, 2, 2, 1, 1), (2, 2, 2, 2, 1, 1),
    ])
  func counts(width: Int, height: Int, step: Int, inEffect: Int, columns: Int, rows: Int) {
    let layout = GridLayout(view: Size(width: width, height: height), step: step)
    #expect([layout.step, layout.columns, layout.rows] == [inEffect, columns, rows])
  }

  @Test("gives pictures the room that more than 30 would take, and those of 3:2 whole rows")
  func fullest() {
    for (width, height, picture) in [(93, 37, (14, 5)), (120, 40, (15, 5)), (200, 60, (27, 9))] {
      let layout = GridLayout(view: Size(width: width, height: height), step: 0)
      #expect(layout.picture == Size(width: picture.0, height: picture.1))
    }
  }

  @Test("keeps tiles apart and inside the view, whatever its size")
  func geometry() {
    for width in Array(0..<45) + [80, 133, 300, 1000] {
      for height in Array(0..<30) + [50, 100, 400] {
        for step in [0, 2, 5, .max] {
          check(GridLayout(view: Size(width: width, height: height), step: step))
        }
      }
    }
  }

  private func check(_ layout: GridLayout) {
    let count = layout.columns * layout.rows
    #expect(layout.columns >= 1 && layout.rows >= 1 && count <= GridLayout.mostTiles, "\(layout)")
    guard layout.view.width > 0, layout.view.height > 0 else { return }
    for slot in 0..<count {
      let tile = layout.tile(slot)
      let outer = layout.hasFrames ? layout.frame(slot) : tile
      #expect(outer.intersection(Rect(layout.view)) == outer, "\(layout)")
      // Where a picture is drawn, nothing else is: the frame of the cursor would take it off a screen.
      for other in 0..<count where other != slot && layout.hasFrames {
        if !outer.intersection(layout.tile(other)).isEmpty { Issue.record("\(layout): \(slot) and \(other)") }
      }
      #expect(layout.slot(at: tile.origin) == slot, "\(layout)")
      #expect(layout.slot(at: Point(x: tile.maxX - 1, y: tile.maxY - 1)) == slot, "\(layout)")
      #expect(layout.slot(at: Point(x: tile.maxX, y: tile.minY)) == nil, "\(layout)")
      #expect(layout.slot(at: Point(x: tile.minX, y: tile.maxY)) == nil, "\(layout)")
    }
  }

  @Test("goes only to sizes that look different in the view")
  func steps() {
    for (width, height) in [(20, 6), (40, 12), (80, 24), (120, 40), (400, 120)] {
      let view = Size(width: width, height: height)
      var layout = GridLayout(view: view, step: 0)
      #expect(layout.smallerStep == nil)
      var sizes = [layout.picture]
      while let step = layout.largerStep {
        layout = GridLayout(view: view, step: step)
        #expect(layout.step == step)
        sizes.append(layout.picture)
      }
      #expect(layout.columns == 1 && layout.rows == 1)
      #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0.width <= $1.width && $0.height <= $1.height })
      var back = [layout.picture]
      while let step = layout.smallerStep {
        layout = GridLayout(view: view, step: step)
        back.append(layout.picture)
      }
      #expect(back == sizes.reversed())
      // A step that was chosen in a larger view counts from what is seen in this one.
      let large = GridLayout(view: view, step: .max)
      #expect(large.largerStep == nil)
      #expect(large.smallerStep.map { GridLayout(view: view, step: $0).picture } == sizes.dropLast().last)
    }
  }
}
