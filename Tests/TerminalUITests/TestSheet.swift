import ListChanges
import Terminal

@testable import TerminalUI

/// Tiles of a test: sections of identifiers, with shapes that depend on them, and which tiles were asked for.
@MainActor final class TestSheet: SheetSource {
  var sections: [[Int]]
  var hasHeaders: Bool
  private(set) var asked: [Int] = []
  private(set) var shapesAsked = 0
  /// What a tile of that identifier shows, in a picture of at most that size.
  var tile: (Int, Size) -> SheetTile = { row, size in
    SheetTile(title: "photo \(row)", picture: letters("x", size.width, size.height))
  }

  init(_ sections: [[Int]], hasHeaders: Bool = false) {
    self.sections = sections
    self.hasHeaders = hasHeaders
  }

  var sectionCount: Int { sections.count }
  func numberOfRows(in section: Int) -> Int { sections[section].count }
  func header(of section: Int) -> ListHeader { ListHeader(title: "S\(section)") }
  func shape(at path: RowPath) -> Double {
    shapesAsked += 1
    let row = sections[path.section][path.row]
    let shape = [1.5, 0.667, 1.5, 1.333, 0.75, 1.5, 2.5][row % 7]
    return turned.contains(row) ? 1 / shape : shape
  }
  /// The identifiers whose pictures are turned by a quarter.
  var turned: Set<Int> = []
  /// A Boolean value for each identifier that indicates whether its picture is limited.
  var limited: (Int) -> Bool = { _ in true }

  func isLimited(at path: RowPath) -> Bool { limited(sections[path.section][path.row]) }
  func tile(at path: RowPath, size: Size) -> SheetTile {
    let row = sections[path.section][path.row]
    asked.append(row)
    return tile(row, size)
  }

  /// The tiles that are asked for while `body` runs.
  func asked(in body: () -> Void) -> [Int] {
    asked = []
    body()
    return asked
  }
}

/// A picture of one letter everywhere.
func letters(_ letter: String, _ width: Int, _ height: Int) -> Picture {
  Picture(
    id: "\(letter) \(width)x\(height)", size: Size(width: width, height: height),
    content: .cells(Array(repeating: Cell(letter, style: .plain), count: width * height)))
}
