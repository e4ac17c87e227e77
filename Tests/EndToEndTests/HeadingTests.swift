import Foundation
import TestSupport
import Testing

@Suite("Headings", .fewAtOnce)
struct HeadingTests {
  private static var photos: [LoopbackPhoto] {
    let rows = [
      ("Anchor", "Ann", "2024-07-01"), ("Bridge", "Bob", "2024-07-02"), ("Cliff", "Ann", "2023-01-05"),
      ("Door", "Bob", "2024-07-02"),
    ]
    return zip(rows, 1...).map { row, number in
      var photo = LoopbackPhoto(number, row.0, by: row.1)
      photo.taken = "\(row.2) 12:00:00"
      return photo
    }
  }

  /// The headings in the list of photos: dates beside the rows, or lines of their own.
  private func headings(_ screen: TerminalModel.Screen) -> [String] {
    let dates = screen.panes[1].lines.map { $0.prefix { $0.isNumber || $0 == "-" } }
      .filter { !$0.isEmpty }
    return dates.isEmpty ? lines(screen) : dates.map(String.init)
  }

  private func lines(_ screen: TerminalModel.Screen) -> [String] {
    screen.panes[1].lines.filter { $0.contains("──") && !$0.contains("╭") && !$0.contains("╰") }.map { line in
      String(line.dropFirst().prefix(while: { $0 != "─" })).trimmingCharacters(in: .whitespaces)
    }
  }

  @Test("Photos are grouped by day, month, year or photographer, in the list and in the sheet, and stay so")
  func grouping() async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: .init(columns: 120, rows: 50))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("a")
    try await session.wait(for: "All photos")
    // By title at first; a group of dates needs their order.
    try await session.type("#", andWaitForFoot: "Photos grouped by year, sorted by date taken")
    try await session.wait(until: "years") { headings($0) == ["2024", "2023"] }
    try await session.type("##", andWaitForFoot: "Photos grouped by day")
    try await session.wait(until: "days") { headings($0) == ["2024-07-02", "2024-07-01", "2023-01-05"] }
    session.press(.escape)
    session.type("lg}")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("d")
    try await session.wait(until: "one day less") { headings($0) == ["2024-07-02", "2023-01-05"] }
    session.type("u")
    try await session.wait(until: "it is back") { headings($0).count == 3 }
    session.type("v-")
    try await session.wait(until: "the sheet with its headings") {
      $0.panes.count == 2 && headings($0) == ["2024-07-02", "2024-07-01", "2023-01-05"]
    }
    try await session.type(":group photographer\r", andWaitForFoot: "Photos grouped by photographer")
    try await session.wait(until: "photographers") { headings($0) == ["Ann", "Bob"] }
    try await session.leave()
    let next = try home.browse(size: .init(columns: 120, rows: 50))
    try await next.wait(until: "the same") { $0.panes.count == 2 && headings($0) == ["Ann", "Bob"] }
    next.type("v:group day\r")
    try await next.wait(until: "days") { headings($0).count == 3 }
    try await next.type("s", andWaitForFoot: "Photos sorted by views, without headings: they need a date")
    try await next.wait(until: "no headings") { headings($0) == [] }
    try await next.type(":sort views, title desc\r", andWaitForFoot: "Photos sorted by views, title ↓")
    try await next.wait(until: "the second order") { screen in
      let titles = ["Door", "Cliff", "Bridge", "Anchor"]
      let lines = titles.compactMap { title in screen.panes[1].lines.firstIndex { $0.contains(title) } }
      return lines.count == 4 && lines == lines.sorted()
    }
    try await next.type(":sort added, title\r", andWaitForFoot: "is none of")
  }
}
