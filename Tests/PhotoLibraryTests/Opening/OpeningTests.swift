import Foundation
import ObjectGraph
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore

@MainActor
@Suite("Opening a library")
struct OpeningTests {
  let folder: TemporaryFolder
  private var file: URL { folder.url.appendingPathComponent(PhotoLibrary.fileName) }

  init() throws { folder = try TemporaryFolder() }

  /// All files in the folder with what they hold.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: folder.url.appendingPathComponent($0)))
      })
  }

  private func sentence(of error: any Error) -> String {
    let sentence = String(describing: error)
    #expect(!sentence.contains { $0.isNewline } && sentence.contains(" "))
    return sentence
  }

  @Test("makes it where there is none, folders included, for its owner alone")
  func make() async throws {
    let inner = folder.url.appendingPathComponent("a/b")
    #expect(try !LibraryPlace.folder(inner).hasLibrary())
    let library = try PhotoLibrary(folder: inner)
    #expect(try LibraryPlace.folder(inner).hasLibrary())
    #expect(try library.photoCount() == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: inner.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("only to read does not make one")
  func makeNone() throws {
    let inner = folder.url.appendingPathComponent("a")
    let error = try #require(throws: (any Error).self) {
      try PhotoLibrary(folder: inner, isReadOnly: true)
    }
    #expect(sentence(of: error).contains(inner.path))
    #expect(try contents().isEmpty)
  }

  @Test("is not said to be missing where the folder cannot be looked into")
  func hiddenFolder() throws {
    let loop = folder.url.appendingPathComponent("loop")
    try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
    let file = folder.url.appendingPathComponent("file")
    try Data("a file".utf8).write(to: file)
    for (place, code) in [(loop, ELOOP), (file, ENOTDIR)] {
      let reason = String(cString: strerror(code))
      #expect(throws: LibraryError.folder(path: place.path, reason: reason)) {
        try LibraryPlace.folder(place).hasLibrary()
      }
    }
  }

  @Test(
    "in a folder that cannot be is refused",
    arguments: ["file/library", "file", "/proc/library", "/proc/self"])
  func badFolder(path: String) throws {
    try Data("a file".utf8).write(to: folder.url.appendingPathComponent("file"))
    let before = try contents()
    let url = URL(fileURLWithPath: path, relativeTo: folder.url.appendingPathComponent("/")).absoluteURL
    let error = try #require(throws: (any Error).self) { try PhotoLibrary(folder: url) }
    #expect(sentence(of: error).contains(path))
    #expect(try contents() == before)
  }

  @Test(
    "whose file is something else is refused and leaves it as it was",
    arguments: [
      "", "Dear diary,\n", "SQLite format 3\0 and then nothing", String(repeating: "x", count: 9_000),
    ])
  func noDatabase(text: String) throws {
    try Data(text.utf8).write(to: file)
    let before = try contents()
    let error = try #require(throws: StoreError.self) { try PhotoLibrary(folder: folder.url) }
    #expect(sentence(of: error).contains(file.path))
    #expect(try contents() == before)
  }

  @Test("of a newer version is refused and leaves it as it was")
  func newerVersion() throws {
    do {
      let newer = StoreOptions.Application(name: "Proofsheet", version: LibraryModel.version + 1)
      _ = try SQLiteStore(
        path: file.path, model: try LibraryModel.shared(), options: StoreOptions(application: newer))
    }
    let before = try contents()
    let error = try #require(throws: StoreError.self) { try PhotoLibrary(folder: folder.url) }
    #expect(
      error
        == .newerVersion(path: file.path, found: LibraryModel.version + 1, supported: LibraryModel.version))
    #expect(sentence(of: error).contains(file.path))
    #expect(try contents() == before)
  }

  @Test("again shows what was there, also only to read")
  func again() async throws {
    let before: [ManagedObjectID: [PropertyValue]]
    do {
      let library = try TestLibrary(folder)
      try await library.importPhotos([.full("1"), .full("2", by: "2@N00", name: "Bob")])
      before = try await library.values()
    }
    #expect(try await TestLibrary(folder).values() == before)
    let reading = try PhotoLibrary(folder: folder.url, isReadOnly: true)
    #expect(try reading.photoCount() == 2)
    #expect(try await reading.check().isSound)
    await #expect(throws: StoreError.readOnly(path: file.path)) {
      try await reading.delete(try reading.context.fetch(FetchRequest<Photo>())).committed()
    }
  }

  @Test("that waits for another program lets the main actor go on")
  func waiting() async throws {
    try FileManager.default.copyItem(at: Repository.url("Tests/Libraries/version-1.sqlite"), to: file)
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
    // The test leaves it to the thread that waits.
    nonisolated(unsafe) let connection = try Connection(path: file.path, access: .readWrite)
    try connection.execute("BEGIN IMMEDIATE")
    let mainWaits = Mutex<Bool?>(nil)
    let library = try await PhotoLibrary.open(place: .folder(folder.url)) { wait in
      guard wait == .waiting else { return }
      mainWaits.withLock { $0 = DispatchQueue.getSpecific(key: key) ?? false }
      // If that fails, the library stays locked, and cannot be opened.
      try? connection.execute("COMMIT")
    }
    #expect(mainWaits.withLock { $0 } == false)
    #expect(try library.photoCount() == 3)
  }
}
