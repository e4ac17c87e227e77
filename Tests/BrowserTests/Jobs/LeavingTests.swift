import FileTrash
import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import Terminal
import TerminalUI
import TestSupport
import Testing

@testable import Browser
@testable import PhotoLibrary

@MainActor @Suite("Leaving the browser while it works", .timeLimit(.minutes(10)))
struct LeavingTests {
  private let bench: TestBrowser

  init() async throws {
    bench = try await TestBrowser([PhotoRecord("1", "Pier", by: "Ann")])
  }

  /// Leaves, and returns when the browser has left or shows that it waits for something.
  private func leave() async throws {
    bench.browser.leave()
    try await bench.surface.bell.wait {
      bench.surface.isStopped || bench.browser.departureLine != nil
    }
  }

  @Test("Leaving waits for a change that is being made")
  func change() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    var order: [String] = []
    bench.surface.onStop = { order.append("left") }
    bench.browser.startChange("moving “Pier”") {
      for await _ in gate { break }
      order.append("changed")
    }
    #expect(bench.browser.unsavedChanges == ["moving “Pier”"])
    try await leave()
    opening.yield()
    try await bench.surface.bell.wait { bench.surface.isStopped }
    #expect(order == ["changed", "left"])
    #expect(bench.browser.unsavedChanges.isEmpty)
  }

  @Test("Requests to leave before the screen says what is waited for are none to leave without saving")
  func repeated() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    defer { opening.finish() }
    bench.browser.startChange("moving “Pier”") { for await _ in gate {} }
    bench.browser.didDrawDeparture()
    bench.surface.send([.key(.control("c")), .key(.control("c")), .key(.control("c")), .key(.escape)])
    #expect(!bench.surface.isStopped)
    let narrow = bench.browser.departureLine?.fitted(to: 18)
    #expect(narrow?.left.map(\.text) == ["Esc leaves without saving"])
    bench.browser.didDrawDeparture()
    bench.surface.send([.key(.escape)])
    #expect(bench.surface.isStopped && bench.browser.departure?.isAbandoned == true)
  }

  @Test("Leaving waits for files that are being written, and shows their progress")
  func export() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    var order: [String] = []
    bench.surface.onStop = { order.append("left") }
    bench.browser.export.start(1) { _ in
      for await _ in gate { break }
      return nil
    } completion: { _ in
      order.append("written")
    }
    try await leave()
    #expect(bench.browser.departureLine?.left.contains { $0.text == "Writing the picture …" } == true)
    opening.yield()
    try await bench.surface.bell.wait { bench.surface.isStopped }
    #expect(order == ["written", "left"])
  }

  @Test("After a signal, changes and files that are being written are canceled, and their end is awaited")
  func signal() async throws {
    // Nothing comes: waiting for it ends when the task is canceled.
    let gates = (1...2).map { _ in AsyncStream<Void>.makeStream() }
    defer { withExtendedLifetime(gates) {} }
    var ended: Set<String> = []
    bench.browser.startChange("moving “Pier”") {
      for await _ in gates[0].stream {}
      ended.insert("change")
    }
    bench.browser.export.start(1) { _ in
      for await _ in gates[1].stream {}
      return nil
    } completion: { _ in
      ended.insert("export")
    }
    let ending = await bench.browser.ending(.signal(SIGTERM))
    #expect(ended == ["change", "export"] && ending.unsaved == nil && ending.signal == SIGTERM)
  }

  @Test("A file that was being moved to the trash is recorded there when the browser has left")
  func trash() async throws {
    let home = try TemporaryFolder()
    let library = bench.library.library
    library.trash = Trash(dataHome: home.path("data"))
    try Data("x".utf8).write(to: home.url.appending(path: "pier.jpg"))
    let photo = try bench.photo("1")
    photo.ownPictureText = OwnPicture(.file(path: home.path("pier.jpg"))).text
    try await library.context.publish().committed()
    try await bench.type("a")
    var isRecorded = false
    bench.surface.onStop = {
      let deleted = try? library.deletedPhotos().first
      isRecorded = library.unsavedEdits.isEmpty && deleted?.flickrID == "1"
    }
    try bench.browser.run("trash")
    try await leave()
    try await bench.surface.bell.wait { bench.surface.isStopped }
    #expect(isRecorded)
    #expect(FileManager.default.fileExists(atPath: home.path("data/Trash/files/pier.jpg")))
  }
}
