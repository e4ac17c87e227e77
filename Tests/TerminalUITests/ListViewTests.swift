import ListChanges
import Terminal
import TestSupport
import Testing

@testable import TerminalUI

/// Rows of a test: sections of identifiers, and how often a row was asked for.
@MainActor final class Numbers: ListSource {
  var sections: [[Int]]
  private(set) var asked = 0
  var matches: [Range<Int>] = []
  var marks: [Int: [RowMark]] = [:]
  var selected: Set<Int> = []

  init(_ sections: [[Int]]) { self.sections = sections }

  var hasHeaders: Bool { true }
  var sectionCount: Int { sections.count }
  func numberOfRows(in section: Int) -> Int { sections[section].count }
  func header(of section: Int) -> ListHeader {
    ListHeader(title: "S\(section)", trailing: "\(sections[section].count)")
  }
  func rows(at paths: [RowPath]) -> [ListRow] { paths.map { row(at: $0) } }
  private func row(at path: RowPath) -> ListRow {
    asked += 1
    let id = sections[path.section][path.row]
    var row = ListRow(title: "row \(id)", details: ["below"], trailing: "7")
    row.matches = matches
    (row.marks, row.isSelected) = (marks[id] ?? [], selected.contains(id))
    return row
  }
}

@MainActor @Suite("A list")
struct ListViewTests {
  private func list(
    _ sections: [[Int]], twoLinesBelow: Int = 0, headings: ListView.Headings = .lines, height: Int = 12
  ) -> (ListView, Numbers) {
    let source = Numbers(sections)
    let list = ListView(source: source, twoLinesBelow: twoLinesBelow, headings: headings)
    _ = show(list, height: height)
    return (list, source)
  }

  private func show(_ list: ListView, width: Int = 20, height: Int = 12) -> [String] {
    let grid = CellGrid(size: Size(width: width, height: height))
    list.show(in: grid.canvas, isFocused: true)
    return grid.rows
  }

  @Test("underlines what matches a search, as far as the title is seen")
  func matches() {
    let (list, source) = list([[1]])
    source.matches = [0..<3, 4..<40]
    let grid = CellGrid(size: Size(width: 20, height: 4))
    list.show(in: grid.canvas, isFocused: true)
    let marked = (0..<20).filter { grid[Point(x: $0, y: 1)]?.style.attributes.contains(.underline) == true }
    #expect(marked == [1, 2, 3, 5])
    #expect(grid[Point(x: 1, y: 1)]?.style.attributes.contains(.reverse) == true)
  }

  @Test("aligns titles, and shows the dot of the selection and marks at the end of their column")
  func marks() {
    let (list, source) = list([[1, 2, 3]])
    let label = RowMark("[red]", style: Style(foreground: .white, background: .red))
    source.marks = [1: [RowMark("★★")], 2: [RowMark("★★"), label]]
    source.selected = [2, 3]
    let grid = CellGrid(size: Size(width: 40, height: 4))
    list.show(in: grid.canvas, isFocused: true)
    let blanks = { String(repeating: " ", count: $0) }
    #expect(
      Array(grid.rows[1...]) == [
        "›row 1" + blanks(29) + "★★ 7", " row 2" + blanks(21) + "[red] ★★ ● 7",
        " row 3" + blanks(30) + "● 7",
      ])
    let red = (0..<40).filter { grid[Point(x: $0, y: 2)]?.style == label.style }
    #expect(red == Array(27..<32))
    // In a narrow list, the marks take half of the column at most, the first ones before others.
    let narrow = show(list, width: 14, height: 4)
    #expect(narrow[2].hasPrefix(" row") && narrow[2].hasSuffix("● 7") && narrow[1].hasSuffix("★★ 7"))
  }

  @Test("asks for rows when it is laid out, not when it is drawn")
  func purity() {
    let (list, source) = list([[1, 2], [3]])
    let size = Size(width: 20, height: 6)
    list.layout(size)
    let asked = source.asked
    let frames = (0..<2).map { _ in
      let grid = CellGrid(size: size)
      list.draw(in: grid.canvas, isFocused: true)
      return grid.rows
    }
    #expect(frames[0] == frames[1] && frames[0] == show(list, height: 6))
    #expect(source.asked == asked + 3)
  }

  @Test("says which rows the cursor can move to without scrolling")
  func shownRows() {
    let (list, _) = list([Array(0..<40)])
    for top in [1, 12, 40] {
      list.goTo(top)
      let start = list.top
      for row in 0..<40 {
        let path = RowPath(section: 0, row: row)
        let isShown = list.shows(path)
        list.select(path)
        #expect(isShown == (list.top == start))
        list.top = start
      }
    }
  }

  @Test("shows headers, rows and the cursor")
  func drawing() {
    let (list, _) = list([[1, 2], [3]])
    #expect(
      show(list, height: 6) == [
        " S0 ───────────── 2", "›row 1            7", " row 2            7", " S1 ───────────── 1",
        " row 3            7", "",
      ])
    #expect(list.positionText == "1/3")
  }

  @Test("keeps the header of the section in view at the top")
  func stickyHeader() {
    let (list, _) = list([Array(0..<50), Array(50..<100)], height: 10)
    list.goTo(30)
    let rows = show(list, height: 10)
    #expect(rows[0].hasPrefix(" S0"))
    #expect(rows.contains { $0.hasPrefix("›row 29") })
    #expect(list.hit(line: 0) == .header(section: 0))
  }

  @Test("of two lines a row shows subtitles")
  func twoLines() {
    let (list, _) = list([[1, 2]], twoLinesBelow: 40, height: 5)
    #expect(
      show(list, height: 5) == [
        " S0 ───────────── 2", "›row 1            7", " below", " row 2            7", " below",
      ])
    #expect(list.hit(line: 4) == .row(RowPath(section: 0, row: 1)))
    #expect(list.hit(line: 3) == .row(RowPath(section: 0, row: 1)))
  }

  @Test("of two lines a row has columns and one line a row where it is wide; the cursor stays in its line")
  func columns() {
    let (list, _) = list([Array(0..<50)], twoLinesBelow: 60, height: 12)
    list.goTo(20)
    _ = show(list, width: 59)
    let line = list.cursorLine
    let rows = show(list, width: 60)
    #expect(list.cursorLine == line)
    #expect(rows.contains("›row 19                                 below             7"))
    #expect(rows.filter { $0.contains("row") }.count == 11)
    _ = show(list, width: 59)
    #expect(list.cursorLine == line && list.position == 20)
  }

  @Test("gives a title the room of details that are empty or have no room")
  func detailRoom() {
    let title = String(repeating: "long ", count: 12)
    func row(width: Int, _ details: [String]) -> String {
      let rows = [ListRow(title: title, details: details), ListRow(title: "b", details: ["x", "y"])]
      let grid = CellGrid(size: Size(width: width, height: 1))
      let columns = RowColumns(width: width, rows: rows, detailsInLine: true)
      rows[0].draw(in: grid.canvas, columns: columns, firstLine: 0, isCursor: false, isFocused: false)
      return grid.rows[0]
    }
    #expect(row(width: 62, ["", ""]).count == 60)
    #expect(row(width: 62, ["by", ""]) == " long long long long long long long lon…  by")
    #expect(row(width: 38, ["by", ""]) == " long long long long long long long …")
    #expect(
      row(width: 100, ["by", "about"])
        == " long long long long long long long long long lon…  by                      about")
  }

  @Test("names sections of one letter in the margin, beside their first row and the first in view")
  func marginHeadings() {
    let (list, _) = list([[1, 2], [3], Array(4..<20)], headings: .letters, height: 4)
    #expect(
      show(list, height: 4) == [
        "S0›row 1          7", "   row 2          7", "S1 row 3          7", "S2 row 4          7",
      ])
    #expect(list.hit(line: 2) == .row(RowPath(section: 1, row: 0)))
    list.moveToBottom()
    #expect(show(list, height: 4)[0] == "S2 row 16         7")
    list.moveSections(by: -1)
    #expect(list.cursor == RowPath(section: 2, row: 0))
  }

  @Test("names sections beside their rows only where it is wide, and the cursor stays in its line")
  func wideMargin() {
    let (list, _) = list([[1, 2], [3], Array(4..<20)], headings: .margin(columns: 3, from: 20))
    list.goTo(8)
    let wide = show(list, width: 20, height: 8)
    let line = wide.firstIndex { $0.contains("›row 8") }
    #expect(line != nil && !list.hasHeaderLines && wide[0].hasPrefix("S"))
    let narrow = show(list, width: 19, height: 8)
    #expect(narrow.firstIndex { $0.hasPrefix("›row 8") } == line && list.hasHeaderLines)
    #expect(show(list, width: 20, height: 8) == wide)
    list.headings = .lines
    #expect(show(list, width: 20, height: 8).firstIndex { $0.hasPrefix("›row 8") } == line)
  }

  @Test("of two lines a row shows the title of a row that is half hidden at the top")
  func halfHidden() {
    let (list, _) = list([Array(0..<20)], twoLinesBelow: 40, height: 6)
    list.scroll(by: 1)
    #expect(
      show(list, height: 6).prefix(3) == [
        " S0 ──────────── 20", " row 0            7", "›row 1            7",
      ])
    list.scroll(by: 1)
    #expect(show(list, height: 6)[1].dropFirst().hasPrefix("row 1"))
  }

  @Test("asks only for rows in view, however long it is")
  func visibleRowsOnly() {
    let (list, source) = list([Array(0..<200_000), Array(0..<300_000)])
    for move in [
      { list.moveToBottom() }, { list.moveToTop() }, { list.goTo(250_000) }, { list.movePages(3) },
    ] {
      let before = source.asked
      move()
      _ = show(list)
      #expect(source.asked - before <= 12)
    }
  }

  @Test("moves by lines, pages and numbers, and stops at its ends")
  func moving() {
    let (list, _) = list([Array(0..<10), [], Array(10..<30)])
    list.move(by: 11)
    #expect(list.cursor == RowPath(section: 2, row: 1))
    list.move(by: -2)
    #expect(list.cursor == RowPath(section: 0, row: 9))
    list.goTo(12)
    #expect(list.position == 12)
    list.goTo(1_000_000)
    #expect(list.position == 30)
    list.move(by: .max)
    #expect(list.position == 30)
    list.move(by: .min)
    #expect(list.position == 1)
    list.movePages(1)
    #expect(list.position == 12)
    list.moveHalfPages(-1)
    #expect(list.position == 7)
    list.movePages(.max)
    list.movePages(.min)
    list.goTo(-5)
    #expect(list.position == 1)
  }

  @Test("keeps three lines above and below the cursor, except at its ends")
  func margin() {
    let (list, _) = list([Array(0..<100)])
    for _ in 0..<50 { list.move(by: 1) }
    #expect(show(list).firstIndex { $0.hasPrefix("›") } == 8)
    for _ in 0..<20 { list.move(by: -1) }
    #expect(show(list).firstIndex { $0.hasPrefix("›") } == 4)
    list.moveToBottom()
    #expect(show(list).firstIndex { $0.hasPrefix("›") } == 11)
    list.moveToTop()
    #expect(show(list).firstIndex { $0.hasPrefix("›") } == 1)
  }

  @Test("scrolls by the wheel and takes the cursor along only at the edge")
  func wheel() {
    let (list, _) = list([Array(0..<100)])
    list.goTo(6)
    list.scroll(by: 1)
    #expect(list.position == 6)
    list.scroll(by: 30)
    #expect(list.scroll.offset == 31)
    #expect(list.position == 35)
    list.scroll(by: -1000)
    #expect(list.scroll.offset == 0)
    #expect(list.position == 8)
  }

  @Test("that is empty says so, takes every key, and puts the cursor on what comes")
  func empty() {
    let source = Numbers([])
    let list = ListView(source: source, emptyText: "No photos")
    #expect(show(list).contains { $0.contains("No photos") })
    list.move(by: 1)
    list.goTo(5)
    list.movePages(-1)
    list.scroll(by: 3)
    list.select(RowPath(section: 3, row: 1))
    #expect(list.cursor == nil && list.positionText == "0/0")
    source.sections = [[7]]
    list.apply(SectionedChanges(insertedSections: [0], insertedRows: [RowPath(section: 0, row: 0)]))
    #expect(list.cursor == RowPath(section: 0, row: 0))
  }

  @Test("that is empty says so in as many lines as its width takes")
  func wrappedEmptyText() {
    let list = ListView(source: Numbers([]), emptyText: "No photos yet: r fetches user:bob")
    let lines = show(list, width: 14).map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.filter { !$0.isEmpty } == ["No photos", "yet: r", "fetches", "user:bob"])
  }

  @Test("puts the cursor on the next row when its own goes, on the one before at the end")
  func deletion() {
    let (list, source) = list([[1, 2], [3]])
    func delete(section: Int, row: Int, andSection: Bool = false) {
      let path = RowPath(section: section, row: row)
      source.sections[section].remove(at: row)
      if andSection { source.sections.remove(at: section) }
      list.apply(SectionedChanges(deletedSections: andSection ? [section] : [], deletedRows: [path]))
    }
    list.goTo(2)
    delete(section: 0, row: 1)
    #expect(list.cursor == RowPath(section: 1, row: 0))
    delete(section: 1, row: 0, andSection: true)
    #expect(list.cursor == RowPath(section: 0, row: 0))
    delete(section: 0, row: 0, andSection: true)
    #expect(list.cursor == nil)
  }

  @Test("does not slow down with its length when rows change")
  func costOfChanges() {
    func work(_ length: Int) -> Double {
      let (list, source) = list([Array(0..<length)])
      list.goTo(length / 2)
      let runs = (0..<21).map { _ in
        source.sections[0].removeLast(10)
        let gone = (source.sections[0].count..<source.sections[0].count + 10).map {
          RowPath(section: 0, row: $0)
        }
        let start = ThreadWork.seconds
        list.apply(SectionedChanges(deletedRows: gone))
        return ThreadWork.seconds - start
      }
      return runs.sorted()[10]
    }
    let (short, long) = (work(1_000), work(1_000_000))
    #expect(long < short * 20, "\(long) s for a million rows, \(short) s for a thousand")
  }
}
