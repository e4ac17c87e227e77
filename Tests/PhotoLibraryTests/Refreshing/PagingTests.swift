import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("A refresh of many pages", .timeLimit(.minutes(10)))
struct PagingTests {
  let library: TestLibrary
  let server: LoopbackFlickr

  init() throws {
    library = try TestLibrary()
    server = try LoopbackFlickr()
  }

  private func client(perPage: Int = 100) -> FlickrClient {
    FlickrClient(
      transfer: TransferClient(), key: APIKey("key"), endpoint: FlickrEndpoint(base: server.url),
      perPage: perPage, retry: .never)
  }

  private func list(_ count: Int, perPage: Int = 100, reportsPages: Bool = true) -> MovingList {
    let list = MovingList(count, perPage: perPage, reportsPages: reportsPages)
    list.serve(at: server)
    return list
  }

  /// The numbers of the pages that were asked for since `count` requests.
  private func pages(since count: Int = 0) -> [Int] {
    server.requests.dropFirst(count).compactMap { $0.query["page"].flatMap { Int($0) } }
  }

  private func ids() throws -> Set<String> { Set(try library.photos().map(\.flickrID)) }

  @Test("with nothing new ends after one request, and writes its time only")
  func nothingNew() async throws {
    _ = list(1_000)
    let first = try await library.refresh(.recent, with: client(), pages: 3)
    #expect(first.pages == 3 && first.requests == 3 && first.end == .pageLimit && first.photos.new == 300)
    let rows = try await library.importedRows()
    for pages in [1, 10, nil] {
      let again = try await library.refresh(.recent, with: client(), pages: pages)
      #expect(again.pages == 1 && again.requests == 1 && again.photos.unchanged == 100)
      #expect(again.end == .nothingNew && again.broughtNothing)
    }
    #expect(try await library.importedRows() == rows)
  }

  @Test("ends at a page of which all is known, where what is new comes first")
  func onlyNew() async throws {
    let list = list(1_000)
    try await library.refresh(.recent, with: client(), pages: 3)
    list.add(150)
    let summary = try await library.refresh(.recent, with: client(), pages: nil)
    #expect(summary.photos.new == 150 && summary.pages == 3 && summary.end == .nothingNew)
    #expect(try library.photos().count == 450)
  }

  @Test(
    "goes through all pages of other lists, known or not", arguments: ["interesting", "album:7", "gallery:7"])
  func rankedLists(source: String) async throws {
    _ = list(500)
    let source = try PhotoSource(parsing: source)
    try await library.refresh(source, with: client(), pages: 2)
    let again = try await library.refresh(source, with: client(), pages: 4)
    #expect(again.pages == 4 && again.photos.new == 200 && again.photos.unchanged == 200)
    let rest = try await library.refresh(source, with: client(), pages: nil)
    #expect(rest.pages == 5 && rest.end == .everythingRead)
    // An album or a gallery is asked for its description as well, which this server does not have.
    #expect((rest.albumFailure != nil) == (source != .interesting(nil)))
    #expect(rest.requests == (source.needsKey && source != .interesting(nil) ? 6 : 5))
    #expect(try library.photos().count == 500)
  }

  @Test("goes through all pages when it is to")
  func all() async throws {
    _ = list(450)
    try await library.refresh(.recent, with: client(), pages: 2)
    let summary = try await library.refresh(.recent, with: client(), pages: nil, reach: .all)
    #expect(summary.pages == 5 && summary.requests == 5 && summary.end == .everythingRead)
    #expect(summary.photos.new == 250 && summary.photos.unchanged == 200)
  }

  @Test("goes on with older photos where the last one ended, until there are no more")
  func older() async throws {
    _ = list(450)
    try await library.refresh(.recent, with: client(), pages: 2)
    let next = try await library.refresh(.recent, with: client(), reach: .older)
    #expect(next.photos.new == 100 && pages() == [1, 2, 3])
    let rest = try await library.refresh(.recent, with: client(), pages: nil, reach: .older)
    #expect(rest.photos.new == 150 && rest.end == .everythingRead && pages() == [1, 2, 3, 4, 5])
    #expect(try await library.refresh(.recent, with: client(), reach: .older).broughtNothing)
  }

  @Test("goes on with older photos behind the known ones after pages of new ones")
  func olderAfterNew() async throws {
    let list = list(1_000)
    try await library.refresh(.recent, with: client(), pages: 5)
    list.add(150)
    #expect(try await library.refresh(.recent, with: client(), pages: nil).end == .nothingNew)
    let count = server.requests.count
    try await library.refresh(.recent, with: client(), reach: .older)
    #expect(pages(since: count) == [6])
  }

  @Test("leaves no gap between new photos that were too many and those that were there")
  func gap() async throws {
    let list = list(600)
    try await library.refresh(.recent, with: client(), pages: 2)
    list.add(350)
    #expect(try await library.refresh(.recent, with: client()).photos.new == 100)
    try await library.refresh(.recent, with: client(), pages: nil, reach: .older)
    #expect(try ids() == list.ids)
  }

  @Test("A refresh imports exactly the requested number of new photos, and the next one continues after them")
  func limit() async throws {
    _ = list(250)
    for round in 1...5 {
      let summary = try await library.refresh(.recent, with: client(), pages: nil, newPhotos: 30, reach: .all)
      #expect(summary.photos.new == 30 && summary.end == .photoLimit)
      #expect(try library.photos().count == round * 30)
    }
    let rest = try await library.refresh(.recent, with: client(), pages: nil, newPhotos: 900, reach: .all)
    #expect(rest.photos.new == 100 && rest.end == .everythingRead)
    #expect(try await library.isSound())
  }

  @Test("ends where pages repeat themselves, whatever they promise, and where one is empty")
  func repeating() async throws {
    _ = list(250, reportsPages: false)
    let summary = try await library.refresh(.interesting(nil), with: client(), pages: nil)
    #expect(summary.photos.new == 250 && summary.pages == 4 && summary.end == .everythingRead)
    server.serve { _ in .json(FlickrAnswers.page(pages: 9, total: 900, photos: [])) }
    let empty = try await library.refresh(.search("x"), with: client(), pages: nil)
    #expect(empty.pages == 1 && empty.end == .emptyPage && empty.requests == 1)
  }

  @Test("A refresh of a list that moves while it is read imports each photo once")
  func moving() async throws {
    let list = list(500)
    list.move(by: 7)
    let summary = try await library.refresh(.recent, with: client(), pages: nil, reach: .all)
    let photos = try library.photos()
    #expect(summary.photos.new == photos.count && summary.photos.unchanged == 0)
    #expect(Set(photos.map(\.flickrID)).count == photos.count && photos.count >= 500)
    #expect(try await library.isSound())
  }

  @Test("that fails goes on at the page that failed, once")
  func resuming() async throws {
    let list = list(600)
    list.fail(at: 3)
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.recent, with: client(), pages: 5)
    }
    #expect(try library.photos().count == 200)
    let requests = server.requests.count
    let summary = try await library.refresh(.recent, with: client(), pages: 2)
    #expect(pages(since: requests) == [3, 4] && summary.photos.new == 200 && summary.end == .pageLimit)
    #expect(try await library.refresh(.recent, with: client(), pages: 9).end == .nothingNew)
    #expect(pages(since: requests) == [3, 4, 1])
  }

  @Test("A canceled refresh continues at the page that did not come")
  func canceling() async throws {
    let pages = (1...4).map {
      FlickrAnswers.page($0, pages: 4, photos: FlickrAnswers.photos(10, from: $0 * 100))
    }
    server.serve { request in
      guard let number = request.query["page"].flatMap({ Int($0) }) else { return nil }
      return number == 3 ? .json(pages[2]).stalled(.beforeHeader) : .json(pages[number - 1])
    }
    let task = Task { try await library.refresh(.recent, with: client(), pages: 4) }
    try await server.waitForRequests(3)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    server.release()
    #expect(try await library.refresh(.recent, with: client(), pages: 4).photos.new == 20)
    #expect(self.pages() == [1, 2, 3, 3, 4])
  }

  @Test("A refresh looks up a user once")
  func names() async throws {
    _ = list(300)
    let summary = try await library.refresh(.user("ann"), with: client(), pages: 3)
    #expect(summary.requests == 5 && server.requests.count == 5)
    let methods = server.requests.compactMap { $0.query["method"] }
    #expect(methods.filter { $0 == "flickr.urls.lookupUser" }.count == 1)
    #expect(pages() == [1, 2, 3])
  }

  @Test("says what it skipped and why")
  func skipped() async throws {
    let photos = FlickrAnswers.photos(3)
    var broken = photos[2]
    broken.id = ""
    server.serve(pages: [FlickrAnswers.page(photos: [photos[0], photos[1], broken])])
    try await library.refresh(.recent, with: client())
    try await library.delete(photos[0].id)
    let summary = try await library.refresh(.recent, with: client())
    #expect(summary.photos.deleted == 1 && summary.photos.unreadable == 1 && summary.photos.unchanged == 1)
    #expect(summary.photos.skipped == 2)
  }

  @Test("goes on behind a page on which no entry can be read, and ends at the second one in succession")
  func unreadablePage() async throws {
    let photos = FlickrAnswers.photos(6)
    var broken = photos[0]
    broken.id = ""
    server.serve(pages: [
      FlickrAnswers.page(1, pages: 3, photos: Array(photos[..<3])),
      FlickrAnswers.page(2, pages: 3, photos: [broken, broken]),
      FlickrAnswers.page(3, pages: 3, photos: Array(photos[3...])),
    ])
    let source = try PhotoSource(parsing: server.url + "/page-{page}.json")
    let summary = try await library.refresh(source, with: client(), pages: nil)
    #expect(summary.pages == 3 && summary.photos.new == 6 && summary.photos.unreadable == 2)
    let page = FlickrAnswers.page(pages: 1_000, photos: [broken, broken])
    server.serve { _ in .json(page) }
    let endless = try PhotoSource(parsing: server.url + "/endless-{page}.json")
    let garbage = try await library.refresh(endless, with: client(), pages: nil)
    #expect(garbage.pages == 2 && garbage.end == .emptyPage && garbage.photos.unreadable == 4)
  }

  @Test("that goes on at a page that never comes begins again, so that new photos are found")
  func brokenPage() async throws {
    let list = list(600)
    list.fail(at: 3, 4, 6)
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.recent, with: client(), pages: 5)
    }
    list.add(5)
    let count = server.requests.count
    let summary = try await library.refresh(.recent, with: client())
    #expect(pages(since: count) == [3, 1] && summary.photos.new == 5 && summary.end == .pageLimit)
    // The page that failed is the next of the older ones.
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.recent, with: client(), pages: nil, reach: .older)
    }
    try await library.refresh(.recent, with: client(), pages: nil, reach: .older)
    #expect(try ids() == list.ids)
  }

  @Test("that goes on without a network stays where it was")
  func offline() async throws {
    let list = list(300)
    list.fail(at: 2)
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.recent, with: client(), pages: nil)
    }
    server.serve { _ in .html(status: 429, "Too Many Requests") }
    let count = server.requests.count
    await #expect(throws: FlickrError.self) {
      try await library.refresh(.recent, with: client(), pages: nil)
    }
    #expect(pages(since: count) == [2])
  }

  @Test("leaves no gap behind a limit of new photos")
  func gapBehindLimit() async throws {
    let list = list(600)
    try await library.refresh(.recent, with: client(), pages: 2)
    list.add(350)
    try await library.refresh(.recent, with: client(), pages: nil, newPhotos: 30)
    try await library.refresh(.recent, with: client())
    try await library.refresh(.recent, with: client(), pages: nil, reach: .older)
    #expect(try ids() == list.ids)
  }

  @Test("does not end at photos that are known from another source")
  func knownFromElsewhere() async throws {
    let list = list(600)
    try await library.refresh(.tag(["x"]), with: client(), pages: 2)
    let summary = try await library.refresh(.recent, with: client(), pages: nil)
    #expect(summary.photos.new == 400 && summary.photos.unchanged == 200)
    #expect(try ids() == list.ids)
    #expect(try await library.refresh(.recent, with: client(), pages: nil).end == .nothingNew)
  }
}
