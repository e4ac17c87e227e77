import TestSupport
import Testing

@Suite("What a terminal is sent of pictures", .fewAtOnce)
struct GraphicsChoiceTests {
  /// What of a picture was sent, beside cells: the kinds of control strings that carry pictures.
  private func sent(_ session: TerminalSession) -> Set<String> {
    Set(
      session.model.strings.compactMap { string in
        switch string.kind {
        case .apc where string.body.hasPrefix("G") && !string.body.contains("a=q"): "kitty"
        case .osc where string.body.hasPrefix("1337;File"): "iterm"
        case .dcs
        where string.body.firstIndex(of: "q") == string.body.firstIndex { !$0.isNumber && $0 != ";" }:
          "sixel"
        default: nil
        }
      })
  }

  private func walk(_ viewer: Viewer, _ arguments: String..., pictures: Int) async throws -> Set<String> {
    let home = try await Home.withSamples()
    let choice = arguments.last ?? "auto"
    let session = try home.browse(
      "--graphics", choice, size: .init(columns: 120, rows: 40), persona: viewer.persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avL-g")
    try await session.wait(until: "the sheet") {
      $0.panes.count == 2 && $0.isAt(1, of: 110) && $0.waiting == 0 && $0.pictures.count == pictures
    }
    session.press(.enter)
    try await session.wait(until: "the photo") {
      $0.panes.isEmpty && $0.waiting == 0 && $0.pictures.count == min(1, pictures)
    }
    let kinds = sent(session)
    try await session.leave()
    return kinds
  }

  @Test("is what it shows best", arguments: Viewer.allCases)
  func automatic(viewer: Viewer) async throws {
    let kinds: [Viewer: Set<String>] = [
      .kitty: ["kitty"], .oldKitty: ["kitty"], .sixel: ["sixel"], .wezterm: ["iterm"],
    ]
    #expect(try await walk(viewer, pictures: viewer.kind == nil ? 0 : 16) == kinds[viewer, default: []])
  }

  @Test("is nothing with --graphics none, and characters with symbols", arguments: Viewer.allCases)
  func none(viewer: Viewer) async throws {
    for choice in ["none", "symbols"] {
      #expect(try await walk(viewer, choice, pictures: 0) == [])
    }
  }

  @Test("is what was chosen, whatever it says of itself")
  func chosen() async throws {
    #expect(try await walk(.wezterm, "sixel", pictures: 16) == ["sixel"])
    #expect(try await walk(.wezterm, "kitty", pictures: 16) == ["kitty"])
    #expect(try await walk(.xterm, "iterm", pictures: 0) == ["iterm"])
  }

  @Test("Where there are no pictures, the sheet and the photo say so and do the rest")
  func words() async throws {
    let home = try await Home.withSamples()
    let session = try home.browse(
      "--graphics", "none", size: .init(columns: 120, rows: 40), persona: .kitty)
    let list = try await session.wait(forCursor: "Białowieża", inPane: 1)
    #expect(list.panes.count == 3 && list.pictures.isEmpty)
    session.type("avL-g")
    let sheet = try await session.wait(until: "the sheet") { $0.panes.count == 2 && $0.isAt(1, of: 110) }
    #expect(sheet.lines.contains { $0.contains("pictures are off") })
    session.press(.right, .enter)
    try await session.wait(until: "the photo") {
      $0.contains("Pictures are switched off.") && $0.contains("2/110") && $0.contains("©")
    }
    try await session.leave()
  }
}
