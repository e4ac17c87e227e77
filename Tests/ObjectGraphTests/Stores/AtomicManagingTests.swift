import Foundation
import TestSupport
import Testing

@testable import ObjectGraph
@testable import ObjectStore

@Suite("Managing stores in one file")
struct AtomicManagingTests {
  private static func format(_ kind: StoreKind) -> any AtomicStoreFormat { kind == .xml ? .xml : .binary }

  private func store(
    _ kind: StoreKind, _ folder: TemporaryFolder, _ name: String = "store",
    options: StoreOptions = StoreOptions()
  ) throws -> AtomicStore {
    try AtomicStore(
      path: folder.path(name), model: Samples.model(), format: Self.format(kind), options: options)
  }

  @Test(
    "Metadata are read and written without opening, and stay when the store saves",
    arguments: StoreKind.atomic)
  func metadata(kind: StoreKind) throws {
    let (folder, format) = (try TemporaryFolder(), Self.format(kind))
    let options = StoreOptions(
      application: .init(name: "Example", version: 3), identifier: TestStores.identifier)
    let path = try store(kind, folder, options: options).path
    try AtomicStore.updateMetadata(at: path, format: format) { $0["language"] = "fi & <sv>" }
    try store(kind, folder).makeWriter().insert([Samples.groupRow(1, "a")])
    let metadata = try AtomicStore.metadata(at: path, format: format)
    #expect(metadata.values == ["language": "fi & <sv>"])
    #expect(metadata.applicationVersions == ["Example": 3])
    #expect(metadata.identifier == TestStores.identifier)
    #expect(try metadata.versionHashes == Samples.model().versionHashes)
    #expect(try metadata.modelDocument == Samples.model().document)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) {
      try AtomicStore.updateMetadata(at: path, format: format) { $0["ObjectGraphModel"] = "" }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
  }

  @Test("A store is replaced by a copy of another one, or refused untouched", arguments: StoreKind.atomic)
  func replacing(kind: StoreKind) throws {
    let (folder, format) = (try TemporaryFolder(), Self.format(kind))
    let source = try store(kind, folder, "source", options: StoreOptions(identifier: TestStores.identifier))
    try source.makeWriter().insert([Samples.groupRow(1, "a")])
    let old = try store(kind, folder, "old")
    try AtomicStore.replace(at: old.path, with: source.path, format: format)
    #expect(try store(kind, folder, "old").makeReader().all(Samples.group).map(\.id.key) == [1])
    #expect(throws: StoreError.changedMeanwhile(path: old.path)) {
      let id = ManagedObjectID(entity: Samples.group, key: 2, in: StoreIdentity(old.identifier))
      let row = Row(id: id, version: 0, values: Samples.groupRow(2, "b").values)
      try old.makeWriter().insert([row])
    }
    try AtomicStore.replace(at: folder.path("new"), with: source.path, format: format)
    #expect(try store(kind, folder, "new").makeReader().all(Samples.group).count == 1)
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path("text")))
    for (path, with) in [("text", "source"), ("source", "text"), ("source", "none")] {
      let before = try Data(contentsOf: URL(fileURLWithPath: folder.path(path)))
      #expect(throws: StoreError.self) {
        try AtomicStore.replace(at: folder.path(path), with: folder.path(with), format: format)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(path))) == before)
    }
  }

  @Test("A damaged store, and one of a later version, is replaced and destroyed", arguments: StoreKind.atomic)
  func unreadable(kind: StoreKind) throws {
    let (folder, format) = (try TemporaryFolder(), Self.format(kind))
    let source = try store(kind, folder, "source")
    try source.makeWriter().insert([Samples.groupRow(1, "a")])
    let path = try store(kind, folder).path
    let url = URL(fileURLWithPath: path)
    let whole = try Data(contentsOf: url)
    let later =
      kind == .xml
      ? Data(String(decoding: whole, as: UTF8.self).replacing("version=\"1\"", with: "version=\"9\"").utf8)
      : BinaryStoreFormat.sealed(Data(), version: 9)
    for data in [whole.dropLast(9), later] {
      try data.write(to: url)
      #expect(throws: StoreError.self) { try store(kind, folder) }
      try AtomicStore.replace(at: path, with: source.path, format: format)
      #expect(try store(kind, folder).makeReader().all(Samples.group).map(\.id.key) == [1])
      try data.write(to: url)
      try AtomicStore.destroy(at: path, format: format)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("A pipe, a folder and a device in the place of a store are refused at once", .timeLimit(.minutes(10)))
  func specialFiles() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: folder.path("device"), withDestinationPath: "/dev/null")
    for name in ["pipe", "folder", "device"] {
      let error = #expect(throws: StoreError.self, "\(name)") { try store(.binary, folder, name) }
      guard case .cannotRead(_, "it is not a regular file") = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("A symbolic link without a destination is not replaced", arguments: StoreKind.atomic)
  func danglingLink(kind: StoreKind) throws {
    let (folder, format) = (try TemporaryFolder(), Self.format(kind))
    let source = try store(kind, folder, "source").path
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("none"))
    #expect(throws: StoreError.cannotCreate(path: link, reason: "File exists")) {
      try AtomicStore.replace(at: link, with: source, format: format)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["link", "source"])
  }

  @Test("A file that exists is not created again")
  func creating() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("file")
    #expect(try AtomicFile.create(file, data: Data([1])) && !AtomicFile.create(file, data: Data([2])))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([1]))
  }

  @Test("A store is destroyed, and another file is not", arguments: StoreKind.atomic)
  func destroying(kind: StoreKind) throws {
    let (folder, format) = (try TemporaryFolder(), Self.format(kind))
    let path = try store(kind, folder).path
    try AtomicStore.destroy(at: path, format: format)
    #expect(throws: StoreError.notFound(path: path)) { try AtomicStore.destroy(at: path, format: format) }
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try AtomicStore.destroy(at: path, format: format) }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
