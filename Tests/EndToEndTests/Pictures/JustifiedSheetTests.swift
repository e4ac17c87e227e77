import TestSupport
import Testing

@Suite("The justified sheet, in terminals of every kind", .fewAtOnce)
struct JustifiedSheetTests {
  /// The share of the cells inside the right pane of a window of 120 by 40 that pictures take, in percent.
  private func share(_ screen: TerminalModel.Screen) -> Int {
    let left = screen.panes[0].top.count
    let cells = screen.pictures.reduce(0) { $0 + $1.rows * $1.columns }
    return 100 * cells / ((120 - left - 2) * 37)
  }

  @Test(
    "Rows fill the pane, + - change their height, L lays out tiles of one size", arguments: Viewer.allCases)
  func layouts(viewer: Viewer) async throws {
    let home = try await Home.withSamples()
    let session = try home.browse(size: .init(columns: 120, rows: 40), persona: viewer.persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avg")
    try await session.wait(until: "all photos") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    try await session.wait(until: "a title") { $0.contains("›") }
    if viewer.kind != nil {
      // Sixel, iTerm2 and old kitty have no pictures in the row that is cut.
      try await session.wait(until: "a pane of pictures") { share($0) >= 60 }
    }
    session.press(.down, .right, .up)
    try await session.wait(until: "another photo") { !$0.isAt(1, of: 110) }
    try await session.type("L", andWaitForFoot: "Sheet: tiles of one size")
    try await session.type("L", andWaitForFoot: "Sheet: square tiles")
    try await session.type("L", andWaitForFoot: "Sheet: rows that fill the pane")
    session.type("G")
    try await session.wait(until: "the last photo") { $0.isAt(110, of: 110) && $0.contains("›") }
    session.type("+++--v")
    try await session.wait(until: "the list") { $0.isAt(110, of: 110) && $0.foot.contains("v sheet") }
    try await session.leave()
    withExtendedLifetime(home) {}
  }
}
