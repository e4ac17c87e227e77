import Flickr
import ObjectGraph
import ObjectStore
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Commands on photos of a library on another machine", .timeLimit(.minutes(10)))
struct RemoteTargetsTests {
  @Test(
    "Selected photos are read together, and the main actor does not wait for them",
    arguments: [
      ("y", "Copied 300 links"), ("o", "o opens at most 10 pages at once, not 300"), ("T", "prompt"),
      (":!true %i\r", "program"), (":xmp\r", "These photos have no file of your own"),
    ])
  func targets(keys: String, result: String) async throws {
    var counting: CountingStore?
    let bench = try await TestBrowser(
      (0..<300).map { PhotoRecord("\($0)", "Photo \(1_000 + $0)", by: "Ann") }
    ) { store in
      let wrapped = CountingStore(store, isRemote: true)
      counting = wrapped
      return wrapped
    }
    let store = try #require(counting)
    try await bench.type("aA")
    #expect(bench.photos.selection.count == 300)
    let before = store.counts
    try await bench.type(keys)
    let counts = store.counts - before
    #expect(counts.mainReads == 0 && counts.reads < 10)
    switch result {
    case "prompt": #expect(bench.prompt?.task is TagPrompt)
    case "program": #expect(bench.surface.lentCount == 1)
    default: #expect(bench.message.hasPrefix(result))
    }
    if keys == "y" { #expect(bench.surface.copied.count == 300) }
  }
}
