import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Models that Xcode has compiled")
struct CompiledModelTests {
  final class Track: ManagedObject {}

  private static func entities() throws -> [EntityDescription] {
    let uuid = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
    let url = try #require(URL(string: "https://example.org/ü"))
    let item = EntityDescription(
      nil, name: "Item", isAbstract: true,
      attributes: [
        AttributeDescription("big", .integer64, default: .integer(1 << 40), rules: [.minimum(.integer(0))]),
        AttributeDescription("code", .uuid, default: .uuid(uuid)),
        AttributeDescription("data", .binary, isOptional: true, allowsExternalStorage: true),
        AttributeDescription("flag", .boolean, default: .boolean(true)),
        AttributeDescription("link", .uri, isOptional: true, default: .url(url)),
        AttributeDescription("made", .date, default: .date(Date(timeIntervalSinceReferenceDate: 7.5))),
        AttributeDescription(
          "name", .string, default: .string("Ünnamed"),
          rules: [.minimumLength(2), .maximumLength(20), .pattern("[A-ZÀ-Ü].*")]),
        AttributeDescription("plain", .string, isOptional: true, derived: .canonical("name")),
        AttributeDescription("ratio", .double, default: .real(0.5), rules: [.maximum(.real(1.5))]),
        AttributeDescription("shown", .integer16, isOptional: true, isTransient: true),
      ],
      relationships: [.toMany("tags", "Tag", inverse: "items", deleteRule: .deny)],
      renamingIdentifier: "Thing")
    let track = EntityDescription(
      nil, name: "Track", parent: "Item",
      attributes: [AttributeDescription("bars", .integer32, isOptional: true)],
      relationships: [.toOne("disc", "Disc", inverse: "tracks", isOptional: false, deleteRule: .noAction)])
    let disc = EntityDescription(
      nil, name: "Disc",
      attributes: [
        AttributeDescription("count", .integer64, isOptional: true, derived: .count("tracks")),
        AttributeDescription("title", .string),
      ],
      relationships: [
        .toMany("tracks", "Track", inverse: "disc", deleteRule: .cascade, isOrdered: true, count: 0...99)
      ],
      unique: [["title"]])
    let tag = EntityDescription(
      nil, name: "Tag", attributes: [AttributeDescription("word", .string)],
      relationships: [.toMany("items", "Item", inverse: "tags")])
    return [item, track, disc, tag]
  }

  @Test("are read with all properties, each once, though subentities repeat what they inherit")
  func everything() throws {
    let described = try Self.entities()
    let compiled = try CompiledModel(contents: ArchivedModel.data(of: described)) {
      ["Track": Track.self][$0]
    }
    #expect(compiled.notes.isEmpty)
    let expected = try ManagedObjectModel(described)
    #expect(compiled.model.versionHashes == expected.versionHashes)
    for (entity, wanted) in zip(compiled.model.entities, expected.entities) {
      #expect(entity.name == wanted.name && entity.parent?.name == wanted.parent?.name)
      #expect(
        entity.isAbstract == wanted.isAbstract && entity.renamingIdentifier == wanted.renamingIdentifier)
      #expect(entity.attributes == wanted.attributes)
      #expect(entity.relationships == wanted.relationships)
      #expect(entity.uniquenessConstraints == wanted.uniquenessConstraints)
    }
    #expect(compiled.model.entity(named: "Track")?.objectClass == Track.self)
    #expect(compiled.model.entity(named: "Item")?.objectClass == nil)
  }

  @Test("Limits and defaults of 32-bit numbers are numbers of 32 bits, as values are")
  func narrowNumbers() throws {
    let speed = AttributeDescription("speed", .float, default: .real(0.1), rules: [.maximum(.real(0.1))])
    let compiled = try CompiledModel(
      contents: ArchivedModel.data(of: [EntityDescription(nil, name: "Item", attributes: [speed])]))
    let narrow = PropertyValue.real(Double(Float(0.1)))
    let attribute = try #require(compiled.model.entity(named: "Item")?.attributes.first)
    #expect(attribute.defaultValue == narrow && attribute.rules == [.maximum(narrow)])
  }

  @Test("A folder gives the version that it calls current, or another by its name")
  func versions() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Discs.momd")
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, entity) in [("Discs", "One"), ("Discs 2", "Two")] {
      try ArchivedModel.data(of: [EntityDescription(nil, name: entity)])
        .write(to: url.appending(path: name + ".mom"))
    }
    func names(_ version: String? = nil) throws -> [String] {
      try CompiledModel(at: path, version: version).model.entities.map(\.name)
    }
    #expect(throws: XcodeModelError.self) { try names() }
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": "Discs 2",
      "NSManagedObjectModel_VersionHashes": [
        "Discs": ["One": Data([1])], "Discs 2": ["One": Data([1]), "Two": Data([2])],
      ],
      "NSManagedObjectModel_VersionChecksums": ["Discs": "YQ=="],
    ]
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      try PropertyListSerialization.data(fromPropertyList: info, format: format, options: 0)
        .write(to: url.appending(path: "VersionInfo.plist"))
      #expect(try names() == ["Two"] && names("Discs") == ["One"])
      let versions = try CompiledModel.versions(at: path)
      #expect(versions.names == ["Discs", "Discs 2"] && versions.current == "Discs 2")
      #expect(try CompiledModel.version(at: path, matching: ["One": Data([1])]) == "Discs")
      #expect(
        try CompiledModel.version(at: path, matching: ["One": Data([1]), "Two": Data([2])]) == "Discs 2")
      #expect(try CompiledModel.version(at: path, matching: ["One": Data([2])]) == nil)
    }
    let file = url.appending(path: "Discs.mom").path
    #expect(try CompiledModel(at: file).model.entities.map(\.name) == ["One"])
    #expect(try CompiledModel.versions(at: file).current == "Discs")
    #expect(throws: XcodeModelError.self) { try names("Discs 3") }
    #expect(throws: XcodeModelError.self) { try CompiledModel(at: folder.path("None.momd")) }
  }

  @Test("A list of versions whose dictionaries are parts of one another many times is refused")
  func sharedParts() throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path("Discs.momd"))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try ArchivedModel.data(of: [EntityDescription(nil, name: "One")])
      .write(to: url.appending(path: "Discs.mom"))
    // Each of four dictionaries has the next one as all its values: as a tree, these are billions.
    let (levels, count) = (4, 1_000)
    func reference(_ object: Int) -> [UInt8] { [UInt8(object >> 8), UInt8(object & 0xFF)] }
    let keys = (0..<count).flatMap { reference(levels + 1 + $0) }
    var objects = (1...levels).map { next in
      [0xDF, 0x11] + reference(count) + keys + (0..<count).flatMap { _ in reference(next) }
    }
    objects.append([0x51, UInt8(ascii: "x")])
    objects += (0..<count).map { [0x54] + Array(String(1_000 + $0).utf8) }
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    bytes += offsets.flatMap { number($0, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2] + number(objects.count, 8) + number(0, 8) + number(table, 8)
    try Data(bytes).write(to: url.appending(path: "VersionInfo.plist"))
    #expect(throws: XcodeModelError.self) { try CompiledModel(at: folder.path("Discs.momd")) }
  }

  private func refusal(_ contents: Data) -> String {
    #expect(throws: XcodeModelError.self) { try CompiledModel(contents: contents) }?.description ?? ""
  }

  @Test("What is no archive of a model, or has a type that does not exist here, is refused with the reason")
  func refusals() throws {
    #expect(refusal(Data("<model/>".utf8)) == "contents is no archive of a model")
    var other = KeyedArchiveBuilder()
    let list = other.array([])
    #expect(refusal(other.archive(root: list)) == "contents is no model: it is an archive of NSArray")

    var builder = KeyedArchiveBuilder()
    let name = builder.add(.text("Item"))
    let composite = builder.object("NSAttributeDescription", ["NSAttributeType": .integer(2100)])
    let properties = builder.dictionary(["place": composite])
    let entity = builder.object("NSEntityDescription", ["NSEntityName": name, "NSProperties": properties])
    let entities = builder.dictionary(["Item": entity])
    let root = builder.object("NSManagedObjectModel", ["NSEntities": entities])
    #expect(
      refusal(builder.archive(root: root))
        == "contents: Item.place is of the type 2100, for which there is none here")
  }

  @Test("A rule that is no limit, and a default that is no value, are left out with a note")
  func notes() throws {
    var builder = KeyedArchiveBuilder()
    let name = builder.add(.text("Item"))
    let rules = builder.array([builder.object("NSCompoundPredicate", [:])])
    let value = builder.object("NSDecimalNumberPlaceholder", [:])
    let cost = builder.object(
      "NSAttributeDescription",
      ["NSAttributeType": .integer(400), "NSValidationPredicates": rules, "NSDefaultValue": value])
    let properties = builder.dictionary(["cost": cost])
    let entity = builder.object("NSEntityDescription", ["NSEntityName": name, "NSProperties": properties])
    let entities = builder.dictionary(["Item": entity])
    let root = builder.object("NSManagedObjectModel", ["NSEntities": entities])
    let compiled = try CompiledModel(contents: builder.archive(root: root))
    #expect(
      compiled.notes == [
        "Item.cost has a rule that is no limit, length or pattern; it is left out",
        "Item.cost starts with a NSDecimalNumberPlaceholder that cannot be read; it starts empty",
      ])
    #expect(compiled.model.entity(named: "Item")?.attributes.map(\.type) == [.decimal])
  }

  @Test("External storage of text, and the least count of an optional relationship, are left out with a note")
  func unsupportedFlags() throws {
    let note = EntityDescription(
      nil, name: "Note", attributes: [.init("text", .string, allowsExternalStorage: true)],
      relationships: [
        .toMany("notes", "Note", inverse: "note", count: 2...9), .toOne("note", "Note", inverse: "notes"),
      ])
    let compiled = try CompiledModel(contents: ArchivedModel.data(of: [note]))
    #expect(
      compiled.notes == [
        "Note.notes may be empty; that it has 2 members otherwise is not checked",
        "Note.text is not binary; it is not kept in files of its own",
      ])
    let entity = try #require(compiled.model.entity(named: "Note"))
    #expect(entity.relationship("notes")?.minimumCount == 0 && entity.attributes[0].isOptional == false)
  }

  @Test("Damaged archives are refused or read, and never trap")
  func damage() throws {
    let data = try ArchivedModel.data(of: Self.entities())
    for length in stride(from: 0, to: data.count, by: 61) {
      _ = try? CompiledModel(contents: data.prefix(length))
    }
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      var spoiled = data
      for _ in 0..<8 {
        spoiled[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? CompiledModel(contents: spoiled)
    }
    #expect(throws: Never.self) { try CompiledModel(contents: data) }
  }
}
