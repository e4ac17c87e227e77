import Foundation
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("What is remembered of a library")
struct BrowserMemoryTests {
  @Test("Of two browsers, the one that leaves last keeps what the other one changed, field by field")
  func merging() {
    let start = BrowserMemory(order: "title", showsSheet: false, photo: "x-coredata://A/Photo/p1")
    var first = start
    first.order = "views"
    first.photo = "x-coredata://A/Photo/p2"
    let saved = BrowserMemory.merged(start: start, end: first, saved: start)
    #expect(saved == first)
    var second = start
    second.showsSheet = true
    second.photo = "x-coredata://A/Photo/p3"
    let merged = BrowserMemory.merged(start: start, end: second, saved: saved)
    #expect(merged.order == "views" && merged.showsSheet == true && merged.photo == second.photo)
  }

  @Test("A damaged file, or one of a program that remembers more, is read as far as possible")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = MemoryFile(folder: folder.url)
    #expect(file.read() == BrowserMemory())
    let memory = BrowserMemory(order: "taken", history: ["command": ["sort taken", "w “~/a b”"]])
    try file.write(memory)
    #expect(file.read() == memory)
    let path = folder.url.appendingPathComponent(MemoryFile.name)
    try #"{"order": "views", "marks": [1]}"#.write(to: path, atomically: true, encoding: .utf8)
    #expect(file.read() == BrowserMemory(order: "views"))
    try "{".write(to: path, atomically: true, encoding: .utf8)
    #expect(file.read() == BrowserMemory())
  }
}
