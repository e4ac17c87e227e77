import Foundation
import TestSupport
import Testing

@Suite("Pictures from a host with faults", .fewAtOnce)
struct PictureHostTests {
  /// Ten photos by one photographer, whose pictures a host has.
  private func photos(_ host: LoopbackPictures) -> [LoopbackPhoto] {
    (11...20).map { number in
      var photo = LoopbackPhoto(number, "Photo \(number)", by: "Ann")
      photo.pictureHost = host.url
      return photo
    }
  }

  private let damage = LoopbackAnswer.jpeg([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 500))

  @Test(
    "Cards say what is slow, gone and damaged, and the rest comes", arguments: [Viewer.kitty, .sixel, .xterm])
  func faults(viewer: Viewer) async throws {
    let host = try LoopbackPictures()
    host.answer("12", .jpeg(LoopbackPictures.bytes(of: "12", "s")).stalled(.beforeHeader))
    host.answer("13", .html(status: 404, "Not Found"))
    host.answer("14", damage)
    host.answer("15", .pictureUnavailable)
    let home = try await Home(photos: photos(host))
    let session = try home.browse(size: .init(columns: 120, rows: 40), persona: viewer.persona)
    try await session.wait(forCursor: "Photo 11", inPane: 1)
    session.type("vL-")
    let faulty = try await session.wait(until: "all that can come") { screen in
      screen.waiting == 1 && screen.text.count(of: "gone") == 2 && screen.contains("cannot be")
        && (viewer.kind == nil ? screen.look.cells.count > 300 : screen.pictures.count == 6)
    }
    #expect(faulty.pictures.allSatisfy { !$0.isDamaged })
    host.server.release()
    try await session.wait(until: "what was slow") { screen in
      screen.waiting == 0 && (viewer.kind == nil || screen.pictures.count == 7)
    }
    // The photo itself says more.
    session.press(.right, .right, .enter)
    try await session.wait(for: "The picture is gone: its owner deleted it or made it private.")
    session.type("N")
    try await session.wait(until: "the photo before") { $0.contains("2/10") && $0.shows(1, of: viewer) }
    session.type("nn")
    try await session.wait(until: "why not") { $0.contains("4/10") && $0.waiting == 0 && $0.pictures.isEmpty }
    // A damaged picture is fetched again when the user retries.
    host.restore("14")
    session.type("q")
    try await session.wait(until: "the sheet") { $0.panes.count == 2 && $0.isAt(4, of: 10) }
    session.press(.ctrl("l"))
    try await session.wait(until: "the damaged one") { screen in
      screen.waiting == 0 && !screen.contains("cannot be")
        && (viewer.kind == nil || screen.pictures.count == 8)
    }
    try await session.leave()
    try await home.run("check").expectSuccess()
  }

  @Test("What is cached is there when the host is not")
  func offline() async throws {
    let home: Home
    let shown: TerminalModel.Screen
    do {
      let host = try LoopbackPictures()
      home = try await Home(photos: photos(host))
      let session = try home.browse(size: .init(columns: 120, rows: 40), persona: .kitty)
      try await session.wait(forCursor: "Photo 11", inPane: 1)
      session.type("vL-")
      shown = try await session.wait(forPictures: 10, of: .kitty)
      try await session.leave()
    }
    let session = try home.browse("--fresh", size: .init(columns: 120, rows: 40), persona: .kitty)
    try await session.wait(forCursor: "Photo 11", inPane: 1)
    session.type("vL-")
    let again = try await session.wait(forPictures: 10, of: .kitty)
    #expect(again.images == shown.images)
    // The photo is offered as large as it is there.
    session.press(.enter)
    try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: .kitty) }
    try await session.leave()
  }

  @Test("w writes the picture to a folder, and says why it cannot")
  func writing() async throws {
    let host = try LoopbackPictures()
    let home = try await Home(photos: photos(host))
    let session = try home.browse(size: .init(columns: 120, rows: 40), persona: .kitty)
    try await session.wait(forCursor: "Photo 11", inPane: 1)
    session.press(.enter, .enter)
    try await session.wait(until: "the photo") { $0.panes.isEmpty && $0.shows(1, of: .kitty) }
    try await session.type("w", andWaitForFoot: "Write to folder: \(home.folder.url.path)")
    session.press(.enter)
    try await session.wait(forFoot: "Written to")
    let listing = try await home.shell("ls")
    #expect(listing.lines.contains("11-Photo-11.jpg"))
    try await session.type("w", andWaitForFoot: "Write to folder")
    session.press(.enter)
    try await session.wait(forFoot: "is there already")
    try await session.type("w", andWaitForFoot: "Write to folder")
    session.type("/nothing")
    session.press(.enter)
    try await session.wait(forFoot: "No folder “")
    session.press(.ctrl("c"))
    try await session.leave()
  }

  @Test("A refresh asks again for what had no picture")
  func refreshing() async throws {
    let host = try LoopbackPictures()
    host.answer("14", damage)
    let home = try await Home(photos: photos(host))
    let page = try home.file("again.json", FlickrAnswers.page(photos: photos(host)))
    let session = try home.browse(
      "--source", page, size: .init(columns: 120, rows: 40), persona: .kitty)
    try await session.wait(forCursor: "Photo 11", inPane: 1)
    session.type("vL-")
    try await session.wait(until: "nine") {
      $0.waiting == 0 && $0.pictures.count == 9 && $0.contains("cannot be")
    }
    host.restore("14")
    session.type("r")
    try await session.wait(forPictures: 10, of: .kitty)
    try await session.leave()
  }
}

extension String {
  fileprivate func count(of word: String) -> Int { ranges(of: word).count }
}
