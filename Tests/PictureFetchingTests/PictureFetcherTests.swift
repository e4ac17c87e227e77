import Flickr
import Foundation
import Pictures
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import PictureFetching

@Suite("A picture", .timeLimit(.minutes(10)))
struct PictureFetcherTests {
  @Test("comes from the net once, and from the cache from then on")
  func cached() async throws {
    let bench = try PictureBench()
    let first = try await bench.ask("11").value.get()
    #expect(first.bytes == LoopbackPictures.bytes(of: "11", "s"))
    #expect(first.rendition.suffix == "s" && !first.isSubstitute)
    #expect(try await bench.ask("11").value.get() == first.asCached)
    #expect(bench.host.asked == ["11 s"])
    #expect(bench.host.server.requests.first?.headers["user-agent"]?.contains("Proofsheet") == true)
  }

  @Test("comes in the size that covers the need; a larger one in the cache serves too")
  func sizes() async throws {
    let bench = try PictureBench()
    for side in [241, 1_024, 500, 100] { _ = try await bench.ask("11", longerSide: side).value.get() }
    #expect(bench.host.asked == ["11 n", "11 l"])
    #expect(try await bench.ask("11", longerSide: 500).value.get().rendition.suffix == "l")
  }

  @Test(
    "A picture with a presumed size comes in other existing sizes, and is gone only if there are none")
  func presumed() async throws {
    let bench = try PictureBench()
    let subject = { bench.subject($0, only: ["s"]) }
    let file = try await bench.fetcher.picture(of: subject("11"), longerSide: 1_024)
    #expect(file.bytes == LoopbackPictures.bytes(of: "11", "l"))
    // The photo itself has 600 pixels.
    let missing = LoopbackAnswer.html(status: 404, "Not Found")
    for ending in ["_b", "_z"] { bench.host.server.serve("/65535/12_0a1b2c3d4e\(ending).jpg", missing) }
    for _ in 1...2 {
      let file = try await bench.fetcher.picture(of: subject("12"), longerSide: 1_024)
      #expect(file.bytes == LoopbackPictures.bytes(of: "12", "m"))
    }
    #expect(bench.host.asked == ["11 l", "12 l", "12 z", "12 m"])
    #expect(bench.notices.all == [])
    bench.host.answer("13", missing)
    let gone = await #expect(throws: PictureFetchError.self) {
      try await bench.fetcher.picture(of: subject("13"), longerSide: 1_024)
    }
    guard case .gone = gone else { return #expect(Bool(false)) }
    #expect(PictureSubject(flickrID: "1", renditions: [Rendition("1")]).presumed.isEmpty)
  }

  @Test("that was damaged in the cache comes from the net again")
  func garbage() async throws {
    let bench = try PictureBench()
    let file = try await bench.ask("11").value.get()
    let path = bench.cache.path(PictureName(of: "11", file.rendition).path)
    try Data("no picture at all, but some text".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await bench.ask("11").value.get() == file)
    #expect(bench.host.asked == ["11 s", "11 s"])
  }

  @Test("whose file in the cache begins like a picture and is none comes from the net again, once")
  func damagedBehindItsBeginning() async throws {
    let bench = try PictureBench()
    let damage = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 500)
    bench.host.answer("11", .jpeg(damage))
    _ = try await bench.ask("11").value.get()
    bench.host.restore("11")
    let read = Mutex<[[UInt8]]>([])
    let size = try await bench.fetcher.read(bench.subject("11"), longerSide: 240) { file in
      read.withLock { $0.append(file.bytes) }
      return try PictureDecoder.decode(file.bytes).bitmap.size
    }
    let whole = LoopbackPictures.bytes(of: "11", "s")
    #expect(read.withLock { $0 } == [damage, whole])
    #expect(try size == PictureDecoder.decode(whole).bitmap.size)
    #expect(bench.host.asked == ["11 s", "11 s"])
    // A picture that arrives damaged is not asked for twice.
    bench.host.answer("12", .jpeg(damage))
    await #expect(throws: PictureError.self) {
      try await bench.fetcher.read(bench.subject("12"), longerSide: 240) {
        try PictureDecoder.decode($0.bytes).bitmap.size
      }
    }
    #expect(bench.host.asked == ["11 s", "11 s", "12 s"])
  }

  @Test("comes although the cache cannot be written, which is said once")
  func unwritable() async throws {
    let bench = try PictureBench(cacheFolder: "file/pictures")
    try Data().write(to: bench.folder.url.appendingPathComponent("file"))
    for id in ["1", "2", "1"] { _ = try await bench.ask(id).value.get() }
    #expect(bench.host.asked == ["1 s", "2 s", "1 s"])
    #expect(bench.notices.all.count == 1)
    guard case .cache(let error) = bench.notices.all.first else { return #expect(Bool(false)) }
    #expect(error.description.contains("file/pictures"))
  }

  @Test("of the sample roll comes from the assets, never from the net")
  func sample() async throws {
    let samples = SamplePictures(folder: Repository.url("assets/sample"))
    let bench = try PictureBench(samples: samples)
    let picture = try Data(contentsOf: Repository.url("assets/sample/pictures/pagoda.jpg"))
    let file = try await bench.ask("99099488585").value.get()
    #expect(file.bytes == [UInt8](picture))
    #expect(file.rendition.suffix == "l")
    #expect(bench.host.asked == [])
    #expect(try await bench.ask("11").value.get().rendition.suffix == "s")
  }

  @Test("of a sample roll that is broken says so, and leaves its folder alone")
  func brokenSample() async throws {
    let folder = try TemporaryFolder()
    let table = "{\"1\": \"gone.jpg\", \"2\": \"../secret.jpg\", \"3\": \"text.jpg\"}"
    try Data(table.utf8).write(to: folder.url.appendingPathComponent("pictures.json"))
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("pictures"), withIntermediateDirectories: false)
    try Data("a text that is no picture at all".utf8).write(
      to: folder.url.appendingPathComponent("pictures/text.jpg"))
    let bench = try PictureBench(samples: SamplePictures(folder: folder.url))
    for id in ["1", "3"] {
      guard case .failure(.sample) = await bench.ask(id).value else { return #expect(Bool(false)) }
    }
    #expect(try await bench.ask("2").value.get().bytes == LoopbackPictures.bytes(of: "2", "s"))
  }

  @Test(
    "is asked for at no address but those of the web",
    arguments: [
      "file:///etc/passwd", "ftp://example.org/a.jpg", "//example.org/a.jpg", "", "javascript:alert(1)",
    ])
  func addresses(address: String) async throws {
    let bench = try PictureBench()
    let subject = PictureSubject(flickrID: "1", renditions: [Rendition(suffix: "s", url: address)])
    let error = await #expect(throws: PictureFetchError.self) {
      try await bench.fetcher.picture(of: subject, longerSide: 240)
    }
    #expect(error == .address(TransferURL(address)))
  }

  @Test("A picture without a known address is not requested")
  func noAddress() async throws {
    let bench = try PictureBench()
    let subject = PictureSubject(flickrID: "1", renditions: [])
    await #expect(throws: PictureFetchError.noAddress) {
      try await bench.fetcher.picture(of: subject, longerSide: 240)
    }
  }
}

@Suite("Pictures that many ask for", .timeLimit(.minutes(10)))
struct PictureOrderTests {
  private static func held(_ id: String) -> LoopbackAnswer {
    .jpeg(LoopbackPictures.bytes(of: id, "s")).stalled(.beforeHeader)
  }

  /// A fetcher that is busy with the picture of photo 0 until the host is released.
  private func busyBench() async throws -> (PictureBench, Task<Result<PictureFile, PictureFetchError>, Never>)
  {
    var policy = PictureBench.hurried
    policy.atOnce = 1
    let bench = try PictureBench(policy: policy)
    bench.host.answer("0", Self.held("0"))
    let first = bench.ask("0")
    try await bench.host.server.waitForRequests(1)
    return (bench, first)
  }

  @Test("are fetched four at once and no more")
  func fourAtOnce() async throws {
    let bench = try PictureBench()
    let ids = (1...40).map(String.init)
    for id in ids { bench.host.answer(id, Self.held(id)) }
    let tasks = ids.map { bench.ask($0) }
    try await bench.untilOrdered(40)
    try await bench.host.server.waitForRequests(4)
    #expect(bench.host.server.requests.count == 4)
    bench.host.server.release()
    for task in tasks { _ = try await task.value.get() }
    // A connection serves one request at a time.
    #expect(bench.host.server.connectionCount == 4)
    #expect(Set(bench.host.asked).count == 40 && bench.host.asked.count == 40)
  }

  @Test("come the nearest first")
  func nearest() async throws {
    let (bench, first) = try await busyBench()
    var tasks = [first]
    for (index, id) in ["5", "3", "1", "4", "2"].enumerated() {
      tasks.append(bench.ask(id, priority: Int(id) ?? 0))
      try await bench.untilOrdered(index + 2)
    }
    bench.host.server.release()
    for task in tasks { _ = try await task.value.get() }
    #expect(bench.host.asked.map { $0.prefix(1) } == ["0", "1", "2", "3", "4", "5"])
  }

  @Test("Pictures come in another order when the selection moves, or a caller asks again")
  func reorder() async throws {
    let (bench, first) = try await busyBench()
    var tasks = [first]
    for (index, id) in ["1", "2", "3", "4"].enumerated() {
      tasks.append(bench.ask(id, priority: Int(id) ?? 0))
      try await bench.untilOrdered(index + 2)
    }
    bench.fetcher.prioritize(["1": 9, "2": 8, "3": 7, "unknown": 0])
    tasks.append(bench.ask("2", priority: -1))
    try await bench.untilAsked(by: 6)
    bench.host.server.release()
    for task in tasks { _ = try await task.value.get() }
    #expect(bench.host.asked.map { $0.prefix(1) } == ["0", "2", "4", "3", "1"])
  }

  @Test("A picture stays as urgent as its most urgent waiter")
  func lessUrgentWaiter() async throws {
    let (bench, first) = try await busyBench()
    var tasks = [first]
    for (index, id) in ["1", "2"].enumerated() {
      tasks.append(bench.ask(id, priority: index))
      try await bench.untilOrdered(index + 2)
    }
    tasks.append(bench.ask("1", priority: 12))
    try await bench.untilAsked(by: 4)
    bench.host.server.release()
    for task in tasks { _ = try await task.value.get() }
    #expect(bench.host.asked == ["0 s", "1 s", "2 s"])
  }

  @Test("A damaged picture that another process cached meanwhile is fetched again")
  func damagedMeanwhile() async throws {
    let (bench, first) = try await busyBench()
    let subject = bench.subject("1")
    let reading = Task { [fetcher = bench.fetcher] in
      try await fetcher.read(subject, longerSide: 240) { try PictureDecoder.decode($0.bytes).bitmap.size }
    }
    try await bench.untilOrdered(2)
    let damage = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 500)
    let small = try #require(RenditionChoice(of: subject.renditions, longerSide: 240)).best
    try bench.cache.store(damage, of: "1", small)
    bench.host.server.release()
    let size = try PictureDecoder.decode(LoopbackPictures.bytes(of: "1", "s")).bitmap.size
    #expect(try await reading.value == size)
    _ = try await first.value.get()
    #expect(bench.host.asked == ["0 s", "1 s"])
  }

  @Test("A picture without waiters is not fetched, and its transfer under way ends")
  func canceled() async throws {
    let (bench, first) = try await busyBench()
    let waiting = bench.ask("1")
    try await bench.untilOrdered(2)
    let next = bench.ask("2", priority: 1)
    try await bench.untilOrdered(3)
    waiting.cancel()
    #expect(await waiting.value == .failure(.canceled))
    first.cancel()
    #expect(await first.value == .failure(.canceled))
    // Only the end of the first transfer makes room for this one.
    #expect(try await next.value.get().bytes == LoopbackPictures.bytes(of: "2", "s"))
    #expect(bench.host.asked == ["0 s", "2 s"])
  }

  @Test("come by one transfer for all who want the same, as long as one of them does")
  func shared() async throws {
    let (bench, first) = try await busyBench()
    let second = bench.ask("0")
    try await bench.untilAsked(by: 2)
    let third = bench.ask("0", longerSide: 200, priority: 7)
    try await bench.untilAsked(by: 3)
    first.cancel()
    #expect(await first.value == .failure(.canceled))
    bench.host.server.release()
    let file = try await second.value.get()
    #expect(try await third.value.get() == file)
    #expect(bench.host.asked == ["0 s"])
  }

  @Test("come whatever happens to the others", arguments: [1, 2, 3])
  func storm(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let bench = try PictureBench()
    for id in 0..<20 where id.isMultiple(of: 4) {
      bench.host.answer("\(id)", .html(status: 500, "Oops"), .jpeg(LoopbackPictures.bytes(of: "\(id)", "s")))
    }
    let tasks = (0..<300).map { _ in
      (
        bench.ask(
          "\(Int.random(in: 0..<20, using: &generator))", priority: .random(in: 0..<9, using: &generator)),
        Int.random(in: 0..<3, using: &generator) == 0
      )
    }
    for (task, isDropped) in tasks where isDropped { task.cancel() }
    for (task, isDropped) in tasks {
      let result = await task.value
      if !isDropped { #expect(throws: Never.self) { try result.get() } }
    }
    #expect(bench.fetcher.queue.withLock { $0.requests.isEmpty })
    // Each once, and those that failed at first twice; again only what was dropped by everybody on its way.
    #expect(bench.host.asked.count < 80)
  }
}
