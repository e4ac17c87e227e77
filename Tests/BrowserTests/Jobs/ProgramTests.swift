import Flickr
import Foundation
import PhotoLibrary
import Terminal
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A program that is called with pictures", .timeLimit(.minutes(10)))
struct ProgramTests {
  /// Two photos in files of the user, which need no network.
  private func bench(
    files: [String] = ["plain.png", "plain.webp"], options: BrowserOptions = BrowserOptions()
  ) async throws -> TestBrowser {
    let bench = try await TestBrowser(
      zip(1..., files).map { number, name in
        var record = PhotoRecord("file:\(number)", "Photo \(number)", by: "Ann")
        let file = Repository.url("Tests/PicturesTests/Pictures/" + name)
        record.renditions = [Rendition(suffix: "o", url: file.absoluteString)]
        return record
      }, options: options)
    try await bench.type("aA")
    return bench
  }

  @Test("Fetching shows its progress, and Esc cancels it before the program starts")
  func canceling() async throws {
    let bench = try await bench()
    try bench.browser.run("!true %s")
    #expect(bench.browser.fetching.progress?.text == "Fetching picture 1 of 2")
    #expect(throws: CommandLineError.self) { try bench.browser.run("!true %f") }
    try await bench.press(.escape)
    #expect(bench.message == "Canceled: no program was started" && bench.surface.lentCount == 0)
    #expect(bench.photos.selection.count == 2)
    try await bench.run("!true %s")
    #expect(bench.surface.lentCount == 1)
  }

  @Test("A program in the foreground waits until a prompt is closed")
  func typing() async throws {
    let bench = try await bench()
    try bench.browser.run("!true %s")
    bench.typeAhead("f")
    try await bench.idle()
    #expect(bench.prompt != nil && bench.surface.lentCount == 0)
    try await bench.press(.escape)
    try await bench.surface.bell.wait { bench.surface.lentCount == 1 }
  }

  @Test("Photos of an unknown kind are opened by the program for photos")
  func unknownKind() async throws {
    var options = BrowserOptions()
    options.rules = try OpenRules(["photo": "true %i"])
    let bench = try await bench(options: options)
    #expect(try bench.photo("file:1").media == nil)
    try await bench.type("E")
    #expect(bench.surface.lentCount == 1)
  }

  @Test("Photos that are deleted meanwhile are left out, and without any no program starts")
  func deleting() async throws {
    let bench = try await bench()
    try bench.browser.run("!true %s")
    try bench.library.library.delete(try ["file:1", "file:2"].map(bench.photo))
    try await bench.idle()
    #expect(bench.message == "The photos were deleted meanwhile" && bench.surface.lentCount == 0)
  }

  @Test("A program that takes one file needs no other, and one that takes all does not start without one")
  func oneFile() async throws {
    let bench = try await bench(files: ["plain.png", "no such file.png"])
    try bench.browser.run("!true %f")
    #expect(bench.browser.fetching.progress?.text == "Fetching the picture …")
    try await bench.idle()
    #expect(bench.surface.lentCount == 1)
    try await bench.run("!true %s")
    #expect(bench.surface.lentCount == 1 && bench.message.contains("no such file.png"))
  }
}
