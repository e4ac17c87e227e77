import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Data whose file cannot be read, and questions about data")
struct MissingFileTests {
  let library: ExternalFixture

  init() throws {
    library = try ExternalFixture()
    try library.writer.insert(
      (1...3).map { ExternalFixture.person($0, avatar: ExternalFixture.data(UInt8($0))) })
  }

  /// Removes the file of the second person.
  private func removeFile() throws -> String {
    let name = try #require(ExternalCell(library.cell(2) ?? Data()).fileName)
    try FileManager.default.removeItem(at: library.folder.appending(path: name))
    return name
  }

  @Test("The error names row, attribute, file and reason, and other rows and columns are read all the same")
  func missing() throws {
    let name = try removeFile()
    let path = library.folder.appending(path: name).path
    let id = ManagedObjectID(entity: 1, key: 2)
    let error = #expect(throws: ExternalDataError.self) { try library.people() }
    #expect(error?.id == id && error?.property == "Person.avatar" && error?.path == path)
    #expect(
      error?.description == "Person.avatar of 1/p2 cannot be read from \(path): No such file or directory")
    let others = [1, 3].map { ManagedObjectID(entity: 1, key: Int64($0)) }
    #expect(try library.reader.rows(others).count == 2)
    let query = StoreQuery(entity: 1, order: [FetchOrder("name")])
    var names: [PropertyValue] = []
    try library.reader.forEach(query, paths: ["name"]) { names += $1 }
    #expect(names == [.string("name 1"), .string("name 2"), .string("name 3")])
    #expect(try library.reader.fetchIDs(query).count == 3 && library.reader.count(query) == 3)
    let bySQL = #expect(throws: SQLiteError.self) {
      try library.reader.forEach(query, paths: ["avatar"]) { _, _ in }
    }
    #expect(bySQL?.message.contains(path) == true)
  }

  @Test("The check names the row, and a new value repairs it")
  func check() throws {
    let name = try removeFile()
    let id = ManagedObjectID(entity: 1, key: 2)
    let check = try library.store.check()
    #expect(check.missingFiles == [.init(id: id, property: "Person.avatar", name: name)])
    #expect(!check.isSound && check.orphanedFiles.isEmpty)
    try library.update(ExternalFixture.person(2, avatar: ExternalFixture.data(7), version: 1))
    #expect(try library.store.check().isSound)
    #expect(try library.people().count == 3)
  }

  @Test(
    "A column that holds neither data nor a file's name is an error, and leads out of no folder",
    arguments: ["x'03'", "x''", "x'022E2E2F2E2E2F2E2E2F6574632F706173737764'", "'text'"])
  func unknownCell(sql: String) throws {
    try library.fixture.connection().execute("UPDATE ZPERSON SET ZAVATAR = \(sql) WHERE Z_PK = 2")
    let error = #expect(throws: ExternalDataError.self) { try library.people() }
    #expect(error?.path == nil && error?.id?.key == 2)
  }

  @Test("Predicates and orders go by the data, as they do in memory", arguments: 1...20)
  func questions(seed: UInt64) throws {
    var random = RandomTrees(seed: seed)
    let library = try ExternalFixture()
    let memory = InMemoryStore(model: library.fixture.model, identifier: TestStores.identifier)
    // Data that agree in more than what a row keeps, besides short ones.
    let tails = (0..<4).map { _ in random.bytes() }
    let values = tails + tails.map { ExternalFixture.data(5) + $0 } + [Data([1, 5, 5]), Data([2])]
    let rows = (1...15).map { key in
      ExternalFixture.person(key, avatar: random.chance(20) ? nil : random.pick(values))
    }
    try library.writer.insert(rows)
    try memory.makeWriter().insert(rows)
    let operations: [FetchPredicate.Operation] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between,
    ]
    for operation in operations {
      let operands = (0..<2).map { _ in PropertyValue.data(random.pick(values)) }
      let isList = operation == .in || operation == .between
      let operand: FetchPredicate.Operand = isList ? .values(operands) : .value(operands[0])
      let query = StoreQuery(
        entity: 1, predicate: .comparison(.init("avatar", operation, operand)),
        order: [FetchOrder("avatar", ascending: random.chance(50))])
      #expect(try library.reader.fetchIDs(query) == memory.makeReader().fetchIDs(query), "\(operation)")
    }
    let empty = StoreQuery(entity: 1, predicate: .comparison(.init("avatar", .equal, .value(.null))))
    #expect(try library.reader.count(empty) == rows.count { $0.values[1].isNull })
    var read: [PropertyValue] = []
    try library.reader.forEach(StoreQuery(entity: 1), paths: ["avatar"]) { read += $1 }
    #expect(read == rows.map(\.values[1]))
  }

  @Test("An attribute that may be in files is binary, and neither unique nor indexed")
  func models() {
    let text = AttributeDescription("text", .string, allowsExternalStorage: true)
    #expect(throws: ModelError.self) {
      try ManagedObjectModel([EntityDescription(Person.self, attributes: [text])])
    }
    let data = AttributeDescription("data", .binary, allowsExternalStorage: true)
    #expect(throws: ModelError.self) {
      try ManagedObjectModel([EntityDescription(Person.self, attributes: [data], unique: [["data"]])])
    }
    #expect(throws: ModelError.self) {
      try ManagedObjectModel([EntityDescription(Person.self, attributes: [data], indexes: [["data"]])])
    }
  }

  @Test("A store whose attribute was kept otherwise is refused")
  func otherStorage() throws {
    let plain = try ManagedObjectModel([
      EntityDescription(
        Person.self,
        attributes: [
          AttributeDescription("name", .string, isOptional: true),
          AttributeDescription("avatar", .binary, isOptional: true),
        ], unique: [["name"]])
    ])
    let reason = "its property Person.avatar is of the type binary external, not binary"
    #expect(throws: StoreError.otherModel(path: library.fixture.path, reason: reason)) {
      try library.fixture.store(model: plain)
    }
  }
}
