import Flickr
import Foundation
import PhotoLibrary
import TestSupport
import Transfer

/// Refreshes a library with lists over it from a Flickr on this machine, over real sockets.
///
/// What that Flickr does is part of the time: it generates each page for each request.
struct RefreshBenchmark {
  private static let pages = 100
  private static let source = PhotoSource.group("1000@N20")

  private struct Run {
    var time: Duration
    var summary: RefreshSummary
    var holds: MainQueueBeat.Holds
  }

  func run() async throws -> Part {
    var part = Part(
      title: "refresh",
      columns: [
        .init(title: "ms", digits: 1), .init(title: "pages"), .init(title: "photos"),
        .init(title: "requests"),
        .init(title: "work ms", digits: 1), .init(title: "main actor held ms", digits: 2),
        .init(title: "worst run ms", digits: 2),
      ])
    let flickr = try FakeFlickr(photos: 1_300_000)
    let client = Self.client(flickr.url)
    // The list is put together once; from then on, pages are cut out of it.
    guard let total = try await client.page(1, of: Self.source)?.total, total >= Self.pages * 250 else {
      throw Refusal("The list is too short for \(Self.pages) pages.")
    }
    var runs: (new: [Run], known: [Run]) = ([], [])
    for _ in 0..<3 {
      let library = try await OpenLibrary()
      runs.new.append(try await watched(library, client))
      runs.known.append(try await watched(library, client))
    }
    add("\(Self.pages) pages, all new", runs.new, to: &part)
    add("\(Self.pages) pages, all known", runs.known, to: &part)
    try await addNothingNew(flickr, to: &part)
    return part
  }

  private static func client(_ url: String) -> FlickrClient {
    FlickrClient(transfer: TransferClient(), key: APIKey("0a1b"), endpoint: FlickrEndpoint(base: url))
  }

  private func watched(_ library: OpenLibrary, _ client: FlickrClient) async throws -> Run {
    var summary = RefreshSummary()
    var elapsed = Duration.zero
    let holds = try await MainQueueBeat().watch {
      elapsed = try await time {
        summary = try await library.refresh(
          Self.source, with: client, RefreshOptions(pages: Self.pages, reach: .all))
      }
    }
    guard summary.pages == Self.pages else { throw Refusal("\(summary.pages) pages came.") }
    return Run(time: elapsed, summary: summary, holds: holds)
  }

  private func add(_ name: String, _ runs: [Run], to part: inout Part) {
    guard let summary = runs.first?.summary else { return }
    let held = Samples(runs.map(\.holds.longest.milliseconds))
    part.rows.append(
      .init(
        name: name,
        values: [
          Samples(runs.map(\.time.milliseconds)).median, Double(summary.pages),
          Double(summary.photos.new + summary.photos.unchanged), Double(summary.requests), .nan, held.median,
          held.maximum,
        ]))
    part.bars.append(
      Bar(
        name: "main actor held, refresh of \(name)", value: held.median,
        limit: .atMost(MainQueueBeat.limit.milliseconds, .milliseconds)))
    part.bars.append(
      Bar(
        name: "requests, refresh of \(name)", value: Double(summary.requests),
        limit: .atMost(Double(Self.pages), .requests)))
  }

  // MARK: Nothing new

  /// A refresh that finds what it knows: a server that has its answer ready takes no part in the work.
  private func addNothingNew(_ flickr: FakeFlickr, to part: inout Part) async throws {
    let call = "/rest/?method=flickr.groups.pools.getPhotos&group_id=1000@N20&api_key=0a1b&format=json"
    let asked = call + "&nojsoncallback=1&per_page=250&page=1&extras="
    let extras = flickr.server.requests.first?.query["extras"] ?? ""
    let answer = flickr.answer(to: LoopbackRequest(asked + extras))
    let server = try LoopbackFlickr()
    server.serve { _ in answer }
    let library = try await OpenLibrary()
    let client = Self.client(server.url)
    _ = try await library.refresh(Self.source, with: client, RefreshOptions())
    var (times, work): ([Double], [Double]) = ([], [])
    var requests = 0
    for _ in 0..<41 {
      let before = Machine.work
      times.append(
        try await time {
          let summary = try await library.refresh(Self.source, with: client, RefreshOptions())
          guard summary.broughtNothing, summary.photos.unchanged == 250 else {
            throw Refusal("Something was new.")
          }
          requests = max(requests, summary.requests)
        }.milliseconds)
      work.append((Machine.work - before).milliseconds)
    }
    let median = Samples(work).median
    part.rows.append(
      .init(
        name: "nothing new",
        values: [Samples(times).median, 1, 250, Double(requests), median, .nan, .nan]))
    part.bars.append(
      Bar(name: "requests, nothing new", value: Double(requests), limit: .atMost(1, .requests)))
    part.bars.append(Bar(name: "work, nothing new", value: median, limit: .atMost(10, .milliseconds)))
  }
}
