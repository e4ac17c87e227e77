import FetchedResults
import ListChanges
import TerminalUI

/// The lists as lines of text.
enum LinearText {
  /// The number of rows that are read at once.
  static let page = 10

  /// Returns a row with its number.
  static func row(_ number: Int, of list: any RowList) -> String {
    guard let row = list.row(number: number) else { return "" }
    let title = (row.marks.map(\.text) + [row.title]).joined(separator: " ")
    let parts = [title, row.note] + row.details + [row.trailing, row.isSelected ? "selected" : ""]
    return "\(number). " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns some rows from one on, with the headings of the sections that begin there.
  static func rows(from number: Int, of list: any RowList) -> [String] {
    guard list.rowCount > 0, number > 0 else { return [] }
    return (number...max(number, min(number + page - 1, list.rowCount))).flatMap { number in
      [list.heading(number: number).map { "\($0):" }, row(number, of: list)].compactMap { $0 }
    }
  }
}
