import Foundation
import ObjectGraph
import TestSupport

@testable import PhotoLibrary

/// A library, and a folder with a download beside it.
@MainActor
struct DownloadFolder {
  let folder: PhotoFolder

  var root: String { folder.root }
  var test: TestLibrary { folder.test }

  init() throws { folder = try PhotoFolder() }

  /// Writes an account download, as zip files or unpacked.
  func writeAccount(unpacked: Bool) throws {
    for (name, file) in AccountFiles.archives {
      guard unpacked else {
        try folder.write(name, bytes: file.bytes)
        continue
      }
      for entry in file.entries {
        try folder.write(String(name.dropLast(4)) + "/" + entry.name, bytes: entry.contents)
      }
    }
  }

  @discardableResult
  func scan(
    _ kind: DownloadKind = .export, _ path: String? = nil,
    missingPackage: @escaping @Sendable (String) -> String? = { _ in nil }
  ) async throws -> RefreshSummary {
    let (worker, path) = (try test.makeBackgroundContext(), path ?? root)
    let refresh = DownloadRefresh(
      kind: kind, root: path, source: "\(kind.rawValue):\(path)", worker: worker,
      missingPackage: missingPackage
    ) { _ in }
    let summary: RefreshSummary
    do { summary = try await refresh.run() } catch let failure as RefreshFailure { throw failure.cause }
    await test.container.coordinator.drain()
    return summary
  }

  func photo(_ id: String) throws -> Photo { try test.photo(id) }
}
