import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("The settings of the camera, from Flickr", .timeLimit(.minutes(10)))
struct ShotsTests {
  private let test: TestLibrary
  private let store: CountingStore
  private let server: LoopbackFlickr
  private let shots: Shots

  init() throws {
    (test, store) = try TestLibrary.counted()
    server = try LoopbackFlickr()
    server.serve { _ in .json(#"{"photo":{"id":"1","camera":"Nikon D700","exif":[]},"stat":"ok"}"#) }
    let client = FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url),
      retry: .never)
    shots = Shots(client: client, container: test.container)
  }

  @Test("are asked for again until the library has kept them")
  func failing() async throws {
    try await test.importPhotos([.full("1")])
    store.isFailing = true
    await #expect(throws: (any Error).self) { try await shots.fetch("1") }
    store.isFailing = false
    for _ in 0..<2 { try await shots.fetch("1") }
    #expect(server.requests.count == 2)
    #expect(try await test.rows([Shot.self]).count == 1)
  }

  @Test(
    "are asked for again after a failure, unless Flickr refused them",
    arguments: [
      ("{", 2), (FlickrAnswers.failure(code: 105, "Service currently unavailable"), 2),
      (FlickrAnswers.failure(code: 100, "Invalid API Key"), 1),
    ])
  func failed(answer: String, requests: Int) async throws {
    try await test.importPhotos([.full("1")])
    server.serve { _ in .json(answer) }
    await #expect(throws: FlickrError.self) { try await shots.fetch("1") }
    _ = try? await shots.fetch("1")
    #expect(server.requests.count == requests)
  }

  @Test("are asked for again when the deletion of the photo is undone")
  func deleted() async throws {
    try await test.importPhotos([.full("1")])
    try await test.delete("1")
    try await shots.fetch("1")
    try test.library.undo()
    await test.library.savesFinished()
    try await shots.fetch("1")
    #expect(server.requests.count == 2)
    #expect(try await test.rows([Shot.self]).count == 1)
  }

  @Test("come back with a photo that is restored by its ID, whose record an earlier version can still read")
  func restored() async throws {
    try await test.importPhotos([.full("1")])
    try await shots.fetch("1")
    let record = try test.photo("1").record
    try await test.delete("1")
    let deleted = try #require(try test.context.fetch(FetchRequest<DeletedPhoto>()).first)
    #expect(try JSONDecoder().decode(PhotoRecord.self, from: deleted.record) == record)
    try await test.library.restore(["1"]).committed()
    #expect(try test.photo("1").shot?.camera == "Nikon D700")
    #expect(try await test.isSound())
  }

  @Test("are not among the values of a photo that an earlier version deleted")
  func deletedEarlier() throws {
    let record = PhotoRecord.full("1")
    let values = try JSONDecoder().decode(DeletedValues.self, from: JSONEncoder().encode(record))
    #expect(values.record == record && values.shot == nil && values.fileMarks == nil)
  }
}
