import Foundation
import ObjectGraph

/// The record of a refresh in a library, beside its photos.
struct RefreshRecord {
  let source: String
  let worker: BackgroundContext

  /// Reads the files of a source, and records the time of the refresh.
  ///
  /// A refresh without news is recorded only if another source was refreshed since the last one of this source: a folder that
  /// is followed is read again and again, and these passes write nothing. One that fails is not recorded without news.
  ///
  /// - Parameter read: Reads the files, imports them, and adds the results to the summary.
  /// - Throws: A ``RefreshFailure`` with what was imported until then, also if the task is canceled.
  func recording(
    _ read: (inout RefreshSummary) async throws -> Void
  ) async throws -> RefreshSummary {
    var summary = RefreshSummary()
    let newest = await newest()
    do {
      try await read(&summary)
      summary.end = .folderRead
      let isRecorded = try await summary.broughtNothing ? isLast() : false
      if !isRecorded { try await recordFetch(summary, newestBefore: newest) }
      summary.total = try await photoCount()
    } catch {
      summary.end = error is CancellationError ? .canceled : .failed
      if !summary.broughtNothing { try? await recordFetch(summary, newestBefore: newest) }
      summary.total = (try? await photoCount()) ?? 0
      throw RefreshFailure(summary: summary, cause: error)
    }
    return summary
  }

  /// Returns the newest photo before the refresh; `nil` if there is none, or the library cannot be read.
  func newest() async -> ManagedObjectID? { (try? await worker.perform { try Photo.newest(in: $0) }) ?? nil }

  /// Returns whether the source is the one that was refreshed last.
  private func isLast() async throws -> Bool {
    let name = source
    return try await worker.perform { try SourceProgress.isLast(name, in: $0) }
  }

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
