import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@MainActor
@Suite("Files that Apple's Core Data has written")
struct AppleFileTests {
  private func fetch(_ entity: String, in container: PersistentContainer) throws -> [ManagedObject] {
    try container.viewContext.fetch(
      FetchRequest<ManagedObject>(entity: entity, order: [FetchOrder(entity == "Album" ? "title" : "name")]))
  }

  private func names(_ objects: [ManagedObject]) -> [String] {
    objects.map { if case .string(let name) = $0.value(forKey: "name") { name } else { "" } }
  }

  @Test(
    "are read with all attributes and relationships",
    arguments: [[], [.history], [.tableConstraints], [.noTriggers], [.lastReflexiveName]]
      as [Set<AppleFixture.Feature>])
  func reading(features: Set<AppleFixture.Feature>) throws {
    let fixture = try AppleFixture(features)
    let store = try fixture.store()
    #expect(store.identifier.uuidString == AppleFixture.identifier)
    let container = try PersistentContainer(store: store)
    let media = try fetch("Media", in: container)
    #expect(names(media) == ["moving", "one", "two"])
    #expect(media.map(\.entity.name) == ["Clip", "Photo", "Photo"])
    #expect(
      media[0].value(forKey: "note") == .string("of a clip")
        && media[0].value(forKey: "seconds") == .real(2.5))
    #expect(
      media[1].value(forKey: "note") == .string("of a photo") && media[2].value(forKey: "note") == .null)
    #expect(media[1].value(forKey: "image") == .data(Data([7, 8, 9])))
    #expect(media[2].value(forKey: "image") == .data(AppleFixture.image))

    let album = try #require(fetch("Album", in: container).first)
    #expect(names(album.objects(forKey: "photos")) == ["two", "one"])
    #expect(
      album.value(forKey: "photoCount") == .integer(2) && album.value(forKey: "folded") == .string("sommer"))

    let people = try fetch("Person", in: container)
    #expect(names(people[0].objects(forKey: "favorites")) == ["moving", "two"])
    #expect(names(people[0].objects(forKey: "children")) == ["Cy", "Bo"])
    #expect(people[0].value(forKey: "best") == .reference(media[0].objectID))
    #expect(people[2].value(forKey: "best") == .reference(media[2].objectID))

    let keywords = try fetch("Keyword", in: container)
    #expect(names(keywords) == ["rock", "sea", "shore"])
    #expect(names(keywords[1].objects(forKey: "narrower")) == ["shore", "rock"])
    #expect(keywords[0].ids(forKey: "broader") == [keywords[1].objectID])
    #expect(media[1].ids(forKey: "keywords") == [keywords[0].objectID, keywords[1].objectID])
    #expect(try store.check().isSound)
  }

  @Test("Values of each type are read from the columns in which Apple keeps them")
  func types() throws {
    let fixture = try AppleFixture()
    let container = try PersistentContainer(store: fixture.store())
    let aside = try #require(
      try container.viewContext.fetch(FetchRequest<ManagedObject>(entity: "aside")).first)
    let expected: [String: PropertyValue] = [
      "flag": .boolean(true), "small": .integer(-5), "ratio": .real(0.5), "raw": .data(Data([0xCA, 0xFE])),
      "made": .date(Date(timeIntervalSinceReferenceDate: 694_224_000.25)),
      "amount": .decimal(try #require(Decimal(string: "12.34"))),
      "link": .url(try #require(URL(string: "https://example.org/a"))),
      "code": .uuid(try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))),
    ]
    for (name, value) in expected { #expect(aside.value(forKey: name) == value, "\(name)") }
  }

  @Test("Predicates and orders follow the names that the file has")
  func queries() throws {
    let fixture = try AppleFixture()
    let container = try PersistentContainer(store: fixture.store())
    func fetch(_ entity: String, _ predicate: String) throws -> [String] {
      names(
        try container.viewContext.fetch(
          FetchRequest<ManagedObject>(
            entity: entity, where: FetchPredicate(predicate), order: [FetchOrder("name")])))
    }
    #expect(try fetch("Keyword", "ANY broader.name == 'sea'") == ["rock", "shore"])
    #expect(try fetch("Keyword", "broader.@count == 0") == ["sea"])
    #expect(try fetch("Photo", "ANY keywords.name == 'rock'") == ["one"])
    #expect(try fetch("Media", "ANY fans.name == 'Ann'") == ["moving", "two"])
    #expect(try fetch("Photo", "note == 'of a photo'") == ["one"])
    #expect(
      try fetch("Person", "best.name == 'moving' OR parent.best.name == 'moving'") == ["Ann", "Bo", "Cy"])
    #expect(try fetch("Person", "SUBQUERY(favorites, $f, $f.name == 'two').@count == 1") == ["Ann"])
  }

  @Test("Opening changes neither schema nor metadata, nor does a read-only opening touch the files")
  func untouched() throws {
    let fixture = try AppleFixture()
    let (schema, plist) = (try fixture.schema(), try fixture.plist())
    #expect(try fixture.store(options: StoreOptions(isReadOnly: true)).readOnlyReason == nil)
    #expect(try fixture.store().readOnlyReason == nil)
    #expect(try fixture.schema() == schema && fixture.plist() == plist)
    #expect(
      try fixture.rows("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE").first?.hasPrefix("000102030405") == true)
    #expect(try fixture.rows("SELECT word FROM LEFTOVER") == ["left"])
  }

  @Test("A rollback journal and a virtual table of an unknown module are no obstacle")
  func otherModes() throws {
    let fixture = try AppleFixture()
    let connection = try fixture.connection()
    try connection.execute(
      """
      PRAGMA journal_mode = DELETE; PRAGMA writable_schema = 1;
      INSERT INTO sqlite_master VALUES ('table', 'ZBOX', 'ZBOX', 0, 'CREATE VIRTUAL TABLE ZBOX USING unknown(a)')
      """)
    let store = try fixture.store()
    #expect(store.readOnlyReason == nil)
    #expect(try store.makeReader().count(StoreQuery(entity: 4)) == 3)
    #expect(try fixture.rows("PRAGMA journal_mode") == ["wal"])
  }

  @Test("The version of an application is recorded beside all metadata that the file had")
  func application() throws {
    let fixture = try AppleFixture()
    let before = try #require(
      try PropertyListSerialization.propertyList(from: fixture.plist(), format: nil) as? NSDictionary)
    _ = try fixture.store(options: StoreOptions(application: .init(name: "Shots", version: 4)))
    let after = try #require(
      try PropertyListSerialization.propertyList(from: fixture.plist(), format: nil) as? [String: Any])
    #expect(after["ShotsFormatVersion"] as? Int == 4)
    #expect(NSDictionary(dictionary: after.filter { $0.key != "ShotsFormatVersion" }) == before)
    #expect(throws: StoreError.newerVersion(path: fixture.path, found: 4, supported: 3)) {
      try fixture.store(options: StoreOptions(application: .init(name: "Shots", version: 3)))
    }
  }

  @Test("A model with a full-text index finds text without adding the index to the file")
  func fullText() throws {
    let fixture = try AppleFixture()
    let schema = try fixture.schema()
    let model = try AppleModel.make { entities in
      for index in entities.indices where entities[index].name == "Keyword" {
        entities[index].fullTextIndex = ["name"]
      }
    }
    let container = try PersistentContainer(store: fixture.store(model))
    let request = FetchRequest<ManagedObject>(
      entity: "Keyword", where: try FetchPredicate("name CONTAINS 'hor'"))
    #expect(names(try container.viewContext.fetch(request)) == ["shore"])
    #expect(try fixture.schema() == schema)
  }

  @Test("The numbers of entities are those of the file, in whatever order it lists them")
  func numbers() throws {
    let fixture = try AppleFixture()
    // With regard to case, as no file of Apple's numbers its entities.
    let connection = try fixture.connection()
    try connection.execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT; UPDATE Z_PRIMARYKEY SET Z_ENT = 7, Z_MAX = 1 WHERE Z_NAME = 'aside';
      UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT - 1 WHERE Z_ENT < -2; UPDATE Z_PRIMARYKEY SET Z_ENT = 1 WHERE Z_ENT = -1;
      UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 WHERE Z_SUPER = 4;
      UPDATE ZASIDE SET Z_ENT = 7; UPDATE ZKEYWORD SET Z_ENT = 2; UPDATE ZPERSON SET Z_ENT = 6, Z4_BEST = Z4_BEST - 1;
      UPDATE ZMEDIA SET Z_ENT = Z_ENT - 1;
      """)
    let store = try fixture.store()
    #expect(
      store.model.entities.map(\.name) == ["Album", "Keyword", "Media", "Clip", "Photo", "Person", "aside"])
    let container = try PersistentContainer(store: store)
    let people = try fetch("Person", in: container)
    let best = people[0].value(forKey: "best").reference
    #expect(best.map { store.model.entity(of: $0).name } == "Clip")
    // The join tables keep the numbers of before.
    #expect(names(people[0].objects(forKey: "favorites")) == ["moving", "two"])
    #expect(try store.check().isSound)
  }
}
