import ListChanges
import Terminal

@testable import TerminalUI

/// Tiles of a test: sections of identifiers, and which tiles were asked for.
@MainActor final class Sheet: GridSource {
  var sections: [[Int]]
  private(set) var asked: [Int] = []
  private(set) var sizes: Set<Size> = []
  /// What a tile of that identifier shows, in a picture of at most that size.
  var tile: (Int, Size) -> GridTile = { row, _ in GridTile(title: "photo \(row)") }

  init(_ sections: [[Int]]) { self.sections = sections }

  var sectionCount: Int { sections.count }
  func numberOfRows(in section: Int) -> Int { sections[section].count }
  func tile(at path: RowPath, size: Size) -> GridTile {
    let row = sections[path.section][path.row]
    asked.append(row)
    sizes.insert(size)
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
