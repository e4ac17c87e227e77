internal import Synchronization

/// A cache of the last search results, so that further pages cost nothing.
final class SearchResults: Sendable {
  private struct Found {
    let query: PhotoQuery
    let version: Int
    let indices: [Int32]
  }

  private let last = Mutex<[Found]>([])

  /// Returns the results of the query in the world.
  func indices(of query: PhotoQuery, in world: PhotoWorld) -> [Int32] {
    let known = last.withLock { last in last.first { $0.query == query && $0.version == world.version } }
    if let known { return known.indices }
    let indices = query.results(in: world)
    last.withLock { last in
      last.removeAll { $0.query == query || $0.version != world.version }
      last.append(Found(query: query, version: world.version, indices: indices))
      if last.count > 8 { last.removeFirst() }
    }
    return indices
  }
}
