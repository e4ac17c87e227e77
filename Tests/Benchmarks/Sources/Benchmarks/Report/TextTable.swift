/// Lines of cells as a table in plain text, which is one in Markdown as well.
enum TextTable {
  /// The first line is the heading; the first column is flush left, the others flush right.
  static func text(_ lines: [[String]]) -> String {
    guard let heading = lines.first else { return "" }
    let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var texts = lines.map { line in
      row(zip(line, widths).enumerated().map { pad($1.0, to: $1.1, isLeft: $0 == 0) })
    }
    let rules = widths.enumerated().map { column, width in
      column == 0
        ? String(repeating: "-", count: width) : String(repeating: "-", count: max(1, width - 1)) + ":"
    }
    texts.insert(row(rules), at: 1)
    return texts.joined(separator: "\n") + "\n"
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private static func pad(_ text: String, to width: Int, isLeft: Bool) -> String {
    let blanks = String(repeating: " ", count: width - text.count)
    return isLeft ? text + blanks : blanks + text
  }
}
