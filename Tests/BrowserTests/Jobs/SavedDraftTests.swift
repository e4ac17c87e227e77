import Drafts
import Flickr
import Foundation
import PhotoLibrary
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A draft whose edits are being saved", .timeLimit(.minutes(10)))
struct SavedDraftTests {
  private let bench: TestBrowser
  private let store: FullDiskStore

  init() async throws {
    var wrapped: FullDiskStore?
    bench = try await TestBrowser([PhotoRecord("1", "Pier", by: "Ann")]) {
      let store = FullDiskStore($0)
      wrapped = store
      return store
    }
    store = try #require(wrapped)
  }

  /// Applies a draft in which the user has changed the title.
  private func edit() throws -> DraftFile {
    let draft = PhotoDraft([try bench.photo("1")])
    let file = try DraftFile(draft.text, below: bench.library.folder.url.path)
    let text = draft.text.replacingOccurrences(of: "\"Pier\"", with: "\"Harbor\"")
    try Data(text.utf8).write(to: URL(filePath: file.path))
    bench.browser.edit(draft, in: file)
    #expect(try bench.photo("1").title == "Harbor")
    return file
  }

  @Test("A draft stays until its edits are in the library")
  func saved() async throws {
    let file = try edit()
    #expect(file.exists)
    await bench.library.library.savesFinished()
    #expect(!file.exists)
  }

  @Test("A draft whose edits cannot be saved is kept and named, until another save has them")
  func notSaved() async throws {
    let library = bench.library.library
    store.isFull = true
    let file = try edit()
    await library.savesFinished()
    #expect(file.exists)
    let ending = await bench.browser.ending(.stopped)
    let unsaved = try #require(ending.unsaved)
    #expect("\(unsaved)".contains("(the draft is \(file.path)): \(FullDiskStore.error)"))
    // It is not removed before the next save has ended.
    try library.saveAgain()
    #expect(file.exists)
    await library.savesFinished()
    #expect(file.exists)
    store.isFull = false
    try library.saveAgain()
    await library.savesFinished()
    #expect(!file.exists && library.unsavedEdits.isEmpty)
  }
}
