import Foundation
import Synchronization
import TestSupport

/// A list of photos as Flickr pages it: newest first, narrowed by upload date, with the same 4,000 photos at the most for
/// one question, and moving while it is read.
final class MovingList: Sendable {
  private struct State {
    var photos: [LoopbackPhoto]
    var arrivals = 0
    var arrived = 0
    var failing: Set<Int> = []
    var empty: Int?
    var count = 0
  }

  private let state: Mutex<State>
  private let perPage: Int
  private let ceiling: Int?
  private let reportsPages: Bool

  /// Photos that were uploaded at these times; `ceiling` is how many there are of one question.
  init(_ times: [Int], perPage: Int, ceiling: Int? = nil, reportsPages: Bool = true) {
    let photos = FlickrAnswers.photos(times.count).enumerated().map { index, photo in
      var photo = photo
      photo.uploaded = times[index]
      return photo
    }
    state = Mutex(State(photos: photos.sorted { $0.uploaded > $1.uploaded }))
    (self.perPage, self.ceiling, self.reportsPages) = (perPage, ceiling, reportsPages)
  }

  /// So many photos, a minute apart.
  convenience init(_ count: Int, perPage: Int, ceiling: Int? = nil, reportsPages: Bool = true) {
    let times = (0..<count).map { 1_600_000_000 + $0 * 60 }
    self.init(times, perPage: perPage, ceiling: ceiling, reportsPages: reportsPages)
  }

  /// Lets so many photos arrive after each answer.
  func move(by arrivals: Int) { state.withLock { $0.arrivals = arrivals } }

  /// Lets so many photos arrive now.
  func add(_ count: Int) { state.withLock { Self.add(count, to: &$0) } }

  /// Answers these requests, counted from 1 over all that come, with an error.
  func fail(at numbers: Int...) { state.withLock { $0.failing = Set(numbers) } }

  /// Answers this request, counted as those that fail, with a page without photos.
  func empty(at number: Int) { state.withLock { $0.empty = number } }

  /// The ids of all photos there are.
  var ids: Set<String> { state.withLock { Set($0.photos.map(\.id)) } }

  private static func add(_ count: Int, to state: inout State) {
    for _ in 0..<count {
      state.arrived += 1
      var photo = LoopbackPhoto(
        id: "6\(state.arrived)", title: "Later \(state.arrived)", ownerID: "1@N00", ownerName: "Ann")
      photo.uploaded = 1_700_000_000 + state.arrived
      state.photos.insert(photo, at: 0)
    }
  }

  /// Serves the list at the API's address.
  func serve(at server: LoopbackFlickr) {
    server.serve { [self] request in
      switch request.query["method"] {
      case "flickr.people.findByUsername": .json(FlickrAnswers.failure(code: 1, "User not found"))
      case "flickr.urls.lookupUser": .json(#"{"user":{"id":"5@N00"},"stat":"ok"}"#)
      default: answer(to: request.query)
      }
    }
  }

  private func answer(to query: [String: String]) -> LoopbackAnswer {
    state.withLock { state in
      defer { Self.add(state.arrivals, to: &state) }
      state.count += 1
      guard !state.failing.contains(state.count) else { return .html(status: 500, "Internal Server Error") }
      let from = query["min_upload_date"].flatMap { Int($0) } ?? .min
      let through = query["max_upload_date"].flatMap { Int($0) } ?? .max
      let found = state.photos.filter { $0.uploaded >= from && $0.uploaded <= through }
      let shown = ceiling.map { Array(found.prefix($0)) } ?? found
      let pages = max(1, (found.count + perPage - 1) / perPage)
      let reachable = max(1, (shown.count + perPage - 1) / perPage)
      let number = min(max(1, query["page"].flatMap { Int($0) } ?? 1), reachable)
      let photos = state.count == state.empty ? [] : shown.dropFirst((number - 1) * perPage).prefix(perPage)
      return .json(
        FlickrAnswers.page(
          number, pages: reportsPages ? pages : 1_000, perPage: perPage, total: found.count,
          photos: Array(photos)))
    }
  }
}
