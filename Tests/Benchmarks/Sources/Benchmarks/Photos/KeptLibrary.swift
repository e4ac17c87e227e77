import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport

/// A large library in a folder that is kept between runs, made by the importer of the program.
struct KeptLibrary {
  /// The number of pages that are imported and saved together.
  ///
  /// A save of 3,000 photos takes less time than twelve of 250, and is short enough to keep both cores busy.
  static let usualPagesPerSave = 12
  /// The file beside the library that says that it is complete, and from what it was made.
  static let stampName = "made-for-benchmarks.txt"

  let folder: URL
  let count: Int
  private let pagesPerSave: Int

  init(folder: URL, count: Int, pagesPerSave: Int = usualPagesPerSave) {
    self.folder = folder
    self.count = count
    self.pagesPerSave = pagesPerSave
  }

  private var stampFile: URL { folder.appendingPathComponent(Self.stampName) }

  /// Makes the library unless it is there, complete, and in the format of this program.
  ///
  /// - Returns: The duration; `nil` if there was nothing to do.
  /// - Throws: ``Refusal`` if the folder holds a library that was not made here, which stays untouched.
  func make() async throws -> Duration? {
    let stamp = try makeStamp()
    if (try? String(contentsOf: stampFile, encoding: .utf8)) == stamp { return nil }
    try removeFormer()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // An interrupted run leaves a stamp that fits no library.
    try Data("incomplete\n".utf8).write(to: stampFile)
    let duration = try await time { try await importPhotos() }
    try Data(stamp.utf8).write(to: stampFile)
    return duration
  }

  /// Imports the photos in two contexts by turns: one reads the library and makes objects while the other one saves.
  ///
  /// A photographer whom both insert becomes one, as with any two imports at the same time.
  private func importPhotos() async throws {
    let library = try PhotoLibrary(folder: folder)
    let workers = try ["import 1", "import 2"].map { name in
      try library.container.makeBackgroundContext(
        mergePolicy: .objectTrumps, durability: .normal, name: name)
    }
    var source = PageSource(count: count, pagesPerSave: pagesPerSave)
    var saves = 0
    var saving: Task<Void, any Error>?
    while let page = await source.next() {
      let worker = workers[saves % workers.count]
      saves += 1
      _ = try await worker.perform { try PhotoImporter(context: $0).run(page) }
      try await saving?.value
      saving = Task {
        try await worker.save()
        await worker.perform { $0.reset() }
      }
    }
    try await saving?.value
    await library.container.coordinator.drain()
    let database = try RawSQLite(path: folder.appendingPathComponent(PhotoLibrary.fileName).path)
    try await database.waitForSearchIndexes()
    guard try library.photoCount() == count else {
      throw Refusal("\(folder.path) has \(try library.photoCount()) photos instead of \(count)")
    }
  }

  private func removeFormer() throws {
    let files = FileManager.default
    guard files.fileExists(atPath: stampFile.path) else {
      guard try !LibraryPlace.folder(folder).hasLibrary() else {
        throw Refusal("\(folder.path) has a library that was not made here: choose another folder")
      }
      return
    }
    for file in try files.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix(PhotoLibrary.fileName) || file == Self.stampName {
      try files.removeItem(at: folder.appendingPathComponent(file))
    }
  }

  /// The number and version of the photos, and the schema that this program gives a new library.
  private func makeStamp() throws -> String {
    let empty = try TemporaryFolder()
    _ = try PhotoLibrary(folder: empty.url)
    let database = try RawSQLite(path: empty.url.appendingPathComponent(PhotoLibrary.fileName).path)
    let schema = try database.texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    let heading = "\(count) photos, version \(PhotoPages.version), library version \(LibraryModel.version)"
    return ([heading] + schema).joined(separator: "\n") + "\n"
  }
}

/// The photos of the saves.
///
/// Those of the next save are generated while the last ones are imported.
private struct PageSource {
  private let pagesPerSave: Int
  private var next: Task<(page: PhotoPage, rest: PhotoPages), Never>

  init(count: Int, pagesPerSave: Int) {
    self.pagesPerSave = pagesPerSave
    next = Self.generate(pagesPerSave, of: PhotoPages(count))
  }

  mutating func next() async -> PhotoPage? {
    let (page, rest) = await next.value
    guard !page.records.isEmpty else { return nil }
    next = Self.generate(pagesPerSave, of: rest)
    return page
  }

  private static func generate(
    _ count: Int, of pages: PhotoPages
  ) -> Task<(page: PhotoPage, rest: PhotoPages), Never> {
    Task.detached {
      var rest = pages
      var records: [PhotoRecord] = []
      for _ in 0..<count { records += rest.next()?.records ?? [] }
      return (PhotoPage(records: records), rest)
    }
  }
}
