import Foundation
import ObjectGraph

/// The record of a refresh in a library, beside its photos.
struct RefreshRecord {
  let source: String
  let worker: BackgroundContext

  /// Returns the newest photo before the refresh; `nil` if there is none, or the library cannot be read.
  func newest() async -> ManagedObjectID? { (try? await worker.perform { try Photo.newest(in: $0) }) ?? nil }

  /// Records the time of a refresh.
  func recordFetch(_ summary: RefreshSummary, newestBefore newest: ManagedObjectID?) async throws {
    let name = source
    try await worker.performRepeatedly {
      try SourceProgress.recordFetch(of: name, newestBefore: newest, inserted: summary.photos.new > 0, in: $0)
      try $0.save()
    }
  }

  /// Returns the number of photos of the library.
  func photoCount() async throws -> Int { try await worker.perform { try $0.count(FetchRequest<Photo>()) } }
}
