import Flickr
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The order of photos", .timeLimit(.minutes(10)))
struct ArrangingTests {
  @Test("An order of which no listed photo has a value says so, in both directions, and others do not")
  func missingValues() async throws {
    var seen = PhotoRecord("2", "Two", by: "Ann")
    seen.views = 5
    let bench = try await TestBrowser([
      PhotoRecord("1", "One", by: "Ann"), seen, PhotoRecord("3", "Three", by: "Bob"),
    ])
    try await bench.type("a")
    try await bench.run("sort views")
    #expect(bench.message == "Photos sorted by views" && bench.titles == ["Two", "One", "Three"])
    try await bench.run("sort views asc")
    #expect(bench.message == "Photos sorted by views ↑" && bench.titles.last == "Two")
    for (order, name) in [("uploaded", "date uploaded"), ("uploaded asc", "date uploaded ↑")] {
      try await bench.run("sort \(order)")
      #expect(bench.message == "Photos sorted by \(name), but none of them has a date uploaded")
      #expect(bench.browser.toasts.current?.text == bench.message && bench.browser.toasts.count == 1)
    }
    try await bench.run("sort added")
    #expect(bench.message == "Photos sorted by date added")
    try await bench.run("filter Three")
    try await bench.run("sort views")
    #expect(bench.message == "Photos sorted by views, but none of them has views")
    try await bench.run("group month")
    try await bench.run("sort views")
    #expect(
      bench.message == "Photos sorted by views, but none of them has views; headings need a date")
    try await bench.run("filter nothing")
    try await bench.run("sort uploaded")
    #expect(bench.message == "Photos sorted by date uploaded" && bench.titles.isEmpty)
  }
}
