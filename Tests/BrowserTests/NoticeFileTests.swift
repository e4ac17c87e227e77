import Flickr
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Messages that a user sees once", .timeLimit(.minutes(10)))
struct NoticeFileTests {
  @Test("A message that was shown with one library is not shown with another one, and another message is")
  func libraries() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "state/notices.json")
    func shown(_ notice: String) async throws -> Bool {
      var options = BrowserOptions()
      (options.notice, options.notices) = (notice, NoticeFile(file))
      let bench = try await TestBrowser([PhotoRecord("1", "One", by: "Ann")], options: options)
      bench.browser.showNotice()
      await bench.browser.remember()
      return bench.browser.toasts.history.contains { $0.toast.text == notice }
    }
    #expect(try await shown("tmux helps"))
    #expect(try await !shown("tmux helps"))
    #expect(try await shown("The mouse helps"))
    #expect(try await !shown("tmux helps"))
    try "[".write(to: file, atomically: true, encoding: .utf8)
    #expect(try await shown("tmux helps"))
    #expect(try await !shown("tmux helps"))
  }

  @Test("A message is shown once also if nothing can be written beside the library")
  func unwritableLibrary() async throws {
    let folder = try TemporaryFolder()
    var options = BrowserOptions()
    let notices = NoticeFile(folder.url.appending(path: "notices.json"))
    (options.notice, options.notices) = ("tmux helps", notices)
    let bench = try await TestBrowser([PhotoRecord("1", "One", by: "Ann")], options: options)
    let memory = bench.library.folder.url.appending(path: MemoryFile.name)
    try FileManager.default.createDirectory(at: memory, withIntermediateDirectories: false)
    bench.browser.showNotice()
    await bench.browser.remember()
    #expect(notices.contains("tmux helps") && bench.browser.session.writtenMemory == nil)
  }
}
