import Foundation

/// The page of the documentation that shows the figures, whose tables are written from a report.
struct FigurePage {
  private static let begin = "<!-- Written by make figures: begin -->\n"
  private static let end = "<!-- Written by make figures: end -->\n"

  let file: URL

  /// Replaces the tables of the page.
  func write(_ report: Report) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let begin = text.range(of: Self.begin), let end = text.range(of: Self.end),
      begin.upperBound <= end.lowerBound
    else { throw Refusal("\(file.path) has no place for the figures") }
    let tables = """
      Measured on \(report.circumstances). The load is the number of threads that were ready to run, those of other
      programs included: times by the clock grow with it, ratios and processor time hardly do.

      \(report.summary).

      \(report.goalTable)
      """
    let page = text[..<begin.upperBound] + "\n" + tables + "\n" + text[end.lowerBound...]
    try Data(page.utf8).write(to: file)
  }
}
