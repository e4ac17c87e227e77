import TerminalPictures
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The pace of photos")
struct PhotoPaceTests {
  private let start = ContinuousClock.now

  @Test("Drafts are enough while photos follow each other quickly")
  func quick() {
    let pace = PhotoPace(moment: .seconds(600))
    pace.noteShown(at: start)
    #expect(pace.detail == .full)
    pace.noteShown(at: start + .seconds(599))
    #expect(pace.detail == .draft)
    pace.noteShown(at: start + .seconds(1_199))
    #expect(pace.detail == .full)
  }

  @Test("Drafts are made in advance until a moment has passed, also after the first photo")
  func ahead() async throws {
    let pace = PhotoPace(moment: .milliseconds(20))
    let bell = Bell()
    pace.onRest = { bell.ring() }
    pace.noteShown(at: start)
    #expect(pace.detail == .full)
    #expect(pace.detailAhead == .draft)
    pace.noteSeen()
    try await bell.wait { pace.detailAhead == .full }
  }

  @Test("Full pictures are wanted again after a moment, which is told once")
  func rest() async throws {
    let pace = PhotoPace(moment: .milliseconds(20))
    let bell = Bell()
    var told = 0
    pace.onRest = {
      told += 1
      bell.ring()
    }
    for _ in 1...3 { pace.noteShown(at: start) }
    #expect(pace.detail == .draft)
    pace.noteSeen()
    try await bell.wait { told == 1 }
    #expect(pace.detail == .full)
    pace.comeToRest()
    #expect(told == 1)
  }
}
