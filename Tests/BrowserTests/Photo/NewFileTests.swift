import Foundation
import TestSupport
import Testing

@testable import Browser

@Suite("A new file of the user")
struct NewFileTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "a.jpg")
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("A file gets its name when it is complete, and nothing else is left")
  func naming() throws {
    try NewFile.make(url) {
      try $0.write(contentsOf: Data("one".utf8))
      let names = try files()
      #expect(names.count == 1 && names[0].hasPrefix(".proofsheet-") && names[0].hasSuffix(".part"))
      try $0.write(contentsOf: Data(" two".utf8))
    }
    #expect(try files() == ["a.jpg"] && String(contentsOf: url, encoding: .utf8) == "one two")
  }

  @Test("A file that appears meanwhile stays as it is")
  func appearing() throws {
    let error = #expect(throws: NewFile.Failure.self) {
      try NewFile.make(url) {
        try $0.write(contentsOf: Data("mine".utf8))
        try Data("other".utf8).write(to: url)
      }
    }
    #expect(error?.description == "\(url.path) is there already.")
    #expect(try files() == ["a.jpg"] && String(contentsOf: url, encoding: .utf8) == "other")
  }

  @Test("A file that is there already is found before anything is written")
  func occupied() throws {
    // A link that leads nowhere is there too.
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "nothing")
    #expect(throws: NewFile.Failure.self) { try NewFile.make(url) { _ in Issue.record("was written") } }
    #expect(try files() == ["a.jpg"])
  }

  @Test("A file that cannot be synchronized or completed is not made")
  func failing() throws {
    let error = #expect(throws: NewFile.Failure.self) {
      try NewFile.make(url) {
        try $0.write(contentsOf: Data("one".utf8))
        // The file system can no longer confirm what was written.
        try $0.close()
      }
    }
    #expect(error?.description.hasPrefix("\(url.path) cannot be written: ") == true)
    #expect(throws: CancellationError.self) {
      try NewFile.make(url) {
        try $0.write(contentsOf: Data("one".utf8))
        throw CancellationError()
      }
    }
    #expect(try files() == [])
  }
}
