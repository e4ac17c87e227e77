import Flickr
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

  @Test(
    "Of two browsers, each keeps the places of the lists that it judged; of too many, the oldest are forgotten"
  )
  func cullPlaces() {
    func place(_ number: Int) -> CullPlace {
      CullPlace(
        photo: "x-coredata://A/Photo/p\(number)", left: Date(timeIntervalSinceReferenceDate: Double(number)))
    }
    let start = BrowserMemory(cullPlaces: ["everything": place(1), "gone": place(2), "new": place(3)])
    var first = start
    first.cullPlaces?["everything"] = place(4)
    first.cullPlaces?["gone"] = nil
    let saved = BrowserMemory.merged(start: start, end: first, saved: start)
    #expect(saved.cullPlaces == ["everything": place(4), "new": place(3)])
    var second = start
    second.cullPlaces?["new"] = place(5)
    let merged = BrowserMemory.merged(start: start, end: second, saved: saved)
    #expect(merged.cullPlaces == ["everything": place(4), "new": place(5)])

    var places: [String: CullPlace] = [:]
    for number in 0..<101 {
      places.keep(
        "x-coredata://A/Photo/p\(number)", of: "list \(number)",
        at: Date(timeIntervalSinceReferenceDate: Double(number)))
    }
    #expect(places.count == 100 && places["list 0"] == nil && places["list 100"] != nil)
    let full = BrowserMemory.merged(
      start: BrowserMemory(), end: BrowserMemory(cullPlaces: ["last": place(200)]),
      saved: BrowserMemory(cullPlaces: places))
    #expect(full.cullPlaces?.count == 100 && full.cullPlaces?["list 1"] == nil)
  }

  @Test("Of two browsers, each keeps the texts that were typed in it, the latest last")
  func histories() {
    func memory(_ texts: String...) -> BrowserMemory { BrowserMemory(history: ["filter": texts]) }
    let start = memory("a", "b", "c")
    let saved = BrowserMemory.merged(start: start, end: memory("a", "c", "b", "x"), saved: start)
    #expect(saved.history == ["filter": ["a", "c", "b", "x"]])
    // The other one has used “a” again, and “y”.
    let merged = BrowserMemory.merged(start: start, end: memory("b", "c", "a", "y"), saved: saved)
    #expect(merged.history == ["filter": ["c", "b", "x", "a", "y"]])
    #expect(BrowserMemory.merged(start: start, end: start, saved: saved) == saved)
    let first = BrowserMemory.merged(start: BrowserMemory(), end: memory("z"), saved: BrowserMemory())
    #expect(first.history == ["filter": ["z"]])
  }

  @Test("What a session takes back is not remembered, although it was written meanwhile")
  func takenBack() async throws {
    let bench = try await TestBrowser((1...3).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") })
    let file = MemoryFile(of: bench.library.library, memories: nil)
    bench.browser.look(at: .collection(.gone))
    try await bench.idle()
    bench.browser.session.cullPlaces = ["everything": CullPlace(photo: "x-coredata://A/Photo/p1", left: .now)]
    await bench.browser.remember()
    #expect(file.read().collection == "gone" && file.read().cullPlaces?.count == 1)
    bench.browser.look(at: .all)
    try await bench.idle()
    bench.browser.session.cullPlaces = [:]
    await bench.browser.remember()
    #expect(file.read().collection == nil && file.read().cullPlaces == nil)
    #expect(file.read().showsAllPhotos == true)
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

  @Test("A damaged file is put aside when it is replaced, and one that cannot be read is not replaced")
  func replacing() async throws {
    let folder = try TemporaryFolder()
    let file = MemoryFile(folder: folder.url)
    let path = folder.path(MemoryFile.name)
    try Data("{\"order\": 1}".utf8).write(to: URL(filePath: path))
    try await file.merge(start: BrowserMemory(), end: BrowserMemory(order: "views"))
    #expect(file.read() == BrowserMemory(order: "views"))
    #expect(try String(contentsOfFile: path + ".old", encoding: .utf8) == "{\"order\": 1}")
    // It leads to itself, and can be neither read nor found missing.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    await #expect(throws: (any Error).self) {
      try await file.merge(start: BrowserMemory(), end: BrowserMemory(order: "taken"))
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
  }

  @Test("Browsers that are left at the same time all keep what they changed")
  func leftAtOnce() async throws {
    let folder = try TemporaryFolder()
    let file = MemoryFile(folder: folder.url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let end = BrowserMemory(history: ["prompt \(number)": ["x"]])
          try await file.merge(start: BrowserMemory(), end: end, waitingAtMost: .seconds(600))
        }
      }
      try await group.waitForAll()
    }
    #expect(file.read().history?.count == 20)
  }
}
