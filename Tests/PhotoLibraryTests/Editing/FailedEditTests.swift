import ObjectGraph
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Edits that cannot be saved")
struct FailedEditTests {
  @Test("are taken back, cannot be redone, and leave what can be redone")
  func takenBack() async throws {
    let test = try TestLibrary()
    try await test.importPhotos([.full("1")])
    let photo = try test.photo("1")
    try test.library.turn([photo], quarters: 1)
    try test.library.undo()
    await test.library.savesFinished()
    #expect(throws: ValidationError.self) {
      try test.library.edit("taking the photographer away") { photo.photographer = nil }
    }
    #expect(photo.photographer?.name == "Ann" && photo.turns == 0)
    #expect(test.context.undoHistory?.canUndo == false)
    #expect(try test.library.redo()?.hasPrefix("turning") == true && photo.turns == 1)
    await test.library.savesFinished()
    #expect(test.library.unsavedEdits.isEmpty)
    #expect(try await test.isSound())
  }

  @Test("An undo that cannot be saved changes nothing, and can be tried again")
  func undo() async throws {
    let test = try TestLibrary()
    try await test.importPhotos([.full("1"), .full("2")])
    let (photo, other) = (try test.photo("1"), try test.photo("2"))
    try await test.library.turn([photo], quarters: 1).committed()
    let photographer = try #require(other.photographer)
    test.context.withoutUndo { other.photographer = nil }
    #expect(throws: ValidationError.self) { try test.library.undo() }
    #expect(photo.turns == 1 && test.context.undoHistory?.canRedo == false)
    test.context.withoutUndo { other.photographer = photographer }
    try test.library.undo()
    #expect(photo.turns == 0)
    await test.library.savesFinished()
    #expect(try await test.isSound())
  }
}
