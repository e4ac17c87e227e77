import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Stores in one file")
struct AtomicStoreTests {
  let folder: TemporaryFolder
  let model: ManagedObjectModel

  init() throws {
    folder = try TemporaryFolder()
    model = try Samples.model()
  }

  private func open(
    _ kind: StoreKind, _ options: StoreOptions = StoreOptions(), model: ManagedObjectModel? = nil
  ) throws -> any PersistentStore {
    try kind.open(in: folder, model: model ?? self.model, options: options)
  }

  /// Returns the error of opening a store whose file must stay unchanged.
  private func refusal(
    _ kind: StoreKind, _ options: StoreOptions = StoreOptions(), model: ManagedObjectModel? = nil
  ) throws -> StoreError? {
    let before = try bytes(kind)
    let error = #expect(throws: StoreError.self) { try open(kind, options, model: model) }
    #expect(try bytes(kind) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
    return error
  }

  private func path(_ kind: StoreKind) -> String {
    folder.url.resolvingSymlinksInPath().appending(path: "store.\(kind.rawValue)").path
  }
  private func bytes(_ kind: StoreKind) throws -> Data { try Data(contentsOf: URL(filePath: path(kind))) }

  @Test(
    "A transaction that wrote nothing does not touch the file, one that wrote replaces it",
    arguments: StoreKind.atomic)
  func touching(kind: StoreKind) throws {
    let writer = try open(kind).makeWriter()
    let empty = try bytes(kind)
    try writer.transaction(.full) { _ = try $0.delete(ManagedObjectID(entity: 1, key: 1), version: nil) }
    _ = try writer.reserveKeys(3, entity: 1)
    #expect(try bytes(kind) == empty)
    try writer.insert([Samples.groupRow(1)])
    #expect(try bytes(kind) != empty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test(
    "Who replaced the file loses nothing: the store that read it before is refused",
    arguments: StoreKind.atomic)
  func twoStores(kind: StoreKind) throws {
    let (first, second) = (try open(kind), try open(kind))
    try first.makeWriter().insert([Samples.groupRow(1, "first")])
    let before = try bytes(kind)
    let writer = try second.makeWriter()
    let error = #expect(throws: StoreError.self) { try writer.insert([Samples.groupRow(2)], .full) }
    #expect(error == .changedMeanwhile(path: path(kind)))
    #expect(try bytes(kind) == before)
    #expect(try second.makeReader().all(Samples.group).isEmpty)
    // The first store, and a newly opened one, continue to work.
    try first.makeWriter().insert([Samples.groupRow(3)])
    #expect(try open(kind).makeReader().all(Samples.group).map(\.id.key) == [1, 3])
  }

  @Test("Writers on several threads lose nothing that was accepted", arguments: StoreKind.atomic)
  func race(kind: StoreKind) async throws {
    _ = try open(kind)
    let accepted = await withTaskGroup(of: [Int64].self) { group in
      for task in Int64(0)..<4 {
        group.addTask {
          (Int64(1)...15).compactMap { round in
            let key = task * 100 + round
            // A new store each time: the write is refused if another task has written since it was opened.
            let writer = try? self.open(kind).makeWriter()
            return (try? writer?.insert([Samples.groupRow(key)])) == [.done] ? key : nil
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(!accepted.isEmpty)
    #expect(try open(kind).makeReader().all(Samples.group).map(\.id.key) == accepted.sorted())
  }

  @Test("A file that was deleted, or written by an editor, is not overwritten", arguments: StoreKind.atomic)
  func strangers(kind: StoreKind) throws {
    let writer = try open(kind).makeWriter()
    let handle = try FileHandle(forWritingTo: URL(filePath: path(kind)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(" ".utf8))
    try handle.close()
    #expect(throws: StoreError.changedMeanwhile(path: path(kind))) {
      try writer.insert([Samples.groupRow(1)])
    }
    try FileManager.default.removeItem(atPath: path(kind))
    #expect(throws: StoreError.changedMeanwhile(path: path(kind))) {
      try writer.insert([Samples.groupRow(1)])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(
    "A transaction that cannot be written leaves memory and file as they were", arguments: StoreKind.atomic)
  func unwritable(kind: StoreKind) throws {
    let store = try open(kind)
    let writer = try store.makeWriter()
    try writer.insert([Samples.groupRow(1)])
    let before = try bytes(kind)
    let wrong = Samples.row(1, .string, .integer(7))
    let error = #expect(throws: StoreError.self) { try writer.insert([Samples.groupRow(2), wrong]) }
    #expect(error == .cannotWrite(path: path(kind), reason: "Sample.string of 2/p1 cannot be 7"))
    #expect(try store.makeReader().all(Samples.group).map(\.id.key) == [1])
    #expect(try bytes(kind) == before)
    try writer.insert([Samples.groupRow(3)])
    #expect(try open(kind).makeReader().all(Samples.group).map(\.id.key) == [1, 3])
  }

  @Test("An address that could not be read again is not written", arguments: StoreKind.atomic)
  func unreadableAddress(kind: StoreKind) throws {
    let writer = try open(kind).makeWriter()
    let wrong = Samples.row(1, .uri, AttributeTypeTests.unreadableAddress)
    #expect(throws: StoreError.self) { try writer.insert([wrong]) }
    try writer.insert([Samples.groupRow(1)])
    #expect(try open(kind).makeReader().all(Samples.group).map(\.id.key) == [1])
  }

  @Test("The file keeps its permissions, and a link to it stays a link", arguments: StoreKind.atomic)
  func permissions(kind: StoreKind) throws {
    _ = try open(kind)
    let real = folder.path("elsewhere")
    try FileManager.default.moveItem(atPath: path(kind), toPath: real)
    try FileManager.default.createSymbolicLink(atPath: path(kind), withDestinationPath: real)
    // They can change while the store is open.
    let store = try open(kind)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try store.makeWriter().insert([Samples.groupRow(1)])
    let attributes = try FileManager.default.attributesOfItem(atPath: real)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path(kind)) == real)
    #expect(try open(kind).makeReader().all(Samples.group).count == 1)
  }

  @Test("A store for reading only is not made and not written", arguments: StoreKind.atomic)
  func readOnly(kind: StoreKind) throws {
    let options = StoreOptions(isReadOnly: true)
    #expect(throws: StoreError.notFound(path: path(kind))) { try open(kind, options) }
    try open(kind).makeWriter().insert([Samples.groupRow(1)])
    let store = try open(kind, options)
    #expect(try store.makeReader().all(Samples.group).count == 1)
    #expect(throws: StoreError.readOnly(path: path(kind))) { try store.makeWriter() }
  }

  @Test("Other files, damaged ones and those of later versions are refused", arguments: StoreKind.atomic)
  func refusals(kind: StoreKind) throws {
    let path = path(kind)
    for text in ["", "x", "SQLite format 3\0", "<html></html>"] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(try refusal(kind) == .notAStore(path: path))
    }
    try FileManager.default.removeItem(atPath: path)
    _ = try open(kind, StoreOptions(application: .init(name: "Test", version: 4)))
    let older = StoreOptions(application: .init(name: "Test", version: 3))
    #expect(try refusal(kind, older) == .newerVersion(path: path, found: 4, supported: 3))
    try bytes(kind).dropLast(9).write(to: URL(filePath: path))
    guard case .damaged = try refusal(kind) else {
      Issue.record("a file that was cut off was not refused as damaged")
      return
    }
  }

  @Test("A folder that is missing is the caller's to make", arguments: StoreKind.atomic)
  func missingFolder(kind: StoreKind) throws {
    try FileManager.default.removeItem(at: folder.url)
    let error = #expect(throws: StoreError.self) { try open(kind) }
    #expect(error?.description.hasSuffix("cannot be made: No such file or directory") == true)
  }

  @Test(
    "A model with more opens the file, and new properties have their defaults", arguments: StoreKind.atomic)
  func largerModel(kind: StoreKind) throws {
    try open(kind).makeWriter().insert([Samples.groupRow(1), Samples.row(1, .string, .string("a"), in: 1)])
    let more = AttributeDescription("more", .integer16, default: .integer(7))
    let larger = try Samples.model(
      more: [more], entities: [EntityDescription(ManagedObject.self, name: "Another")])
    let store = try open(kind, model: larger)
    let number = larger.number(of: Sample.self)
    let row = try #require(try store.makeReader().all(number).first)
    #expect(number == 3 && row.values[AttributeType.allCases.count] == .integer(7))
    #expect(row.values.last?.reference == ManagedObjectID(entity: larger.number(of: Group.self), key: 1))
    try store.makeWriter().transaction(.full) { _ = try $0.update(row, slots: [0]) }
    #expect(
      try refusal(kind)
        == .otherModel(path: path(kind), reason: "its entity Another is not in this one"))
  }

  @Test("A model that would lose or guess something is refused with the reason", arguments: StoreKind.atomic)
  func otherModels(kind: StoreKind) throws {
    try open(kind).makeWriter().insert([Samples.groupRow(1), Samples.groupRow(2)])
    func model(_ attributes: [AttributeDescription], unique: [[String]] = []) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          Sample.self,
          attributes: Samples.attributes,
          relationships: [.toOne("group", "Group")]),
        EntityDescription(Group.self, attributes: attributes, unique: unique),
      ])
    }
    let name = AttributeDescription("name", .string)
    let examples: [(ManagedObjectModel, String)] = [
      (try model([]), "its property Group.name is not in this one"),
      (
        try model([AttributeDescription("name", .date)]),
        "its property Group.name is of the type string, not date"
      ),
      (
        try model([name, AttributeDescription("rank", .integer16)]),
        "it has rows without Group.rank, which is not optional"
      ),
      (
        try model([name], unique: [["name"]]),
        "rows of Group have the same values where the model demands unique ones"
      ),
    ]
    for (model, reason) in examples {
      #expect(try refusal(kind, model: model) == .otherModel(path: path(kind), reason: reason))
    }
  }

  @Test("An XML store is what a person expects, and can be edited")
  func text() throws {
    let store = try open(.xml)
    let day = PropertyValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    try store.makeWriter().insert([
      Samples.groupRow(1, "A <b> & \"c\""), Samples.groupRow(2, "tab\tbell\u{7}\\"),
      Samples.row(5, .date, day, in: 1),
    ])
    let text = try String(decoding: bytes(.xml), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<objectgraph version=\"1\" identifier=\"\(store.identifier)\">\n"
      ))
    let rows = text.split(separator: "\n").filter {
      $0.contains("<row") || $0.contains("<value") || $0.contains("</row")
    }
    #expect(
      rows == [
        "    <row key=\"1\" version=\"1\">", "      <value name=\"name\">A &lt;b&gt; &amp; \"c\"</value>",
        "    </row>",
        "    <row key=\"2\" version=\"1\">",
        "      <value name=\"name\" escaped=\"true\">tab\tbell\\u{7}\\\\</value>", "    </row>",
        "    <row key=\"5\" version=\"1\">", "      <value name=\"integer64\">5</value>",
        "      <value name=\"date\">2001-01-01T00:00:00.5Z</value>",
        "      <value name=\"group\" entity=\"Group\" key=\"1\"/>", "    </row>",
      ])
    try Data(text.replacing("A &lt;b&gt;", with: "Edited").utf8).write(to: URL(filePath: path(.xml)))
    #expect(try open(.xml).makeReader().all(Samples.group).first?.values == [.string("Edited & \"c\"")])
  }
}
