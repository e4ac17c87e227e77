import Foundation
import TestSupport

/// What benchmarks have in common: the built program, and the libraries that it is started on, each made once.
final class BenchmarkSetting {
  let program: String
  /// The size of the libraries, if not the usual ones.
  let count: Int?
  private let million: URL
  private let libraries = MadeLibraries()
  private var madePictures: PictureFolders?

  init(program: String, million: URL, count: Int?) {
    self.program = program
    self.million = million
    self.count = count
  }

  /// The sizes of the libraries to measure, unless a size was chosen.
  func counts(_ usual: [Int]) -> [Int] { count.map { [$0] } ?? usual }

  /// The folder of the library with that many photos.
  func library(_ count: Int) async throws -> URL {
    guard count == 1_000_000 else { return try await libraries.folder(count) }
    _ = try await KeptLibrary(folder: million, count: count).make()
    return million
  }

  /// A copy of the library with that many photos, to be changed.
  func copyOfLibrary(_ count: Int) async throws -> TemporaryFolder {
    try .copy(ofLibrary: await library(count))
  }

  /// A small library whose pictures are all in the cache.
  func pictures() async throws -> PictureFolders {
    if let madePictures { return madePictures }
    let folders = try await PictureFolders(libraries, count: count ?? 600)
    madePictures = folders
    return folders
  }
}
