import Foundation
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A folder for pictures")
struct ExportFolderTests {
  @Test("that does not exist is refused until it is made, with those above it")
  func making() throws {
    let folder = try TemporaryFolder()
    let new = ExportFolder(name: folder.path("new/pictures"))
    #expect(throws: ExportFolder.Problem.missing(new.name)) { try new.existingPath() }
    #expect(ExportFolder.Problem.missing("nope").description == "No folder “nope”. Enter makes it")
    #expect(try new.make() == new.name)
    #expect(try new.existingPath() == new.name)
  }

  @Test("is no empty name, and no file")
  func refused() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let file = ExportFolder(name: folder.path("file"))
    #expect(throws: ExportFolder.Problem.noName) { try ExportFolder(name: "  ").existingPath() }
    #expect(throws: ExportFolder.Problem.notFolder(file.name)) { try file.existingPath() }
    let below = ExportFolder(name: folder.path("file/below"))
    let problem = #expect(throws: ExportFolder.Problem.self) { try below.make() }
    #expect(problem?.description.hasPrefix("Cannot make “\(below.name)”: ") == true)
  }
}
