import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@MainActor
@Suite("Edits of files that Apple's Core Data has written")
struct AppleEditingTests {
  private let fixture: AppleFixture
  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws {
    fixture = try AppleFixture()
    container = try PersistentContainer(store: fixture.store())
  }

  private func object(_ entity: String, _ name: String) throws -> ManagedObject {
    let key = entity == "Album" ? "title" : "name"
    return try #require(
      try context.fetch(
        FetchRequest<ManagedObject>(entity: entity, where: FetchPredicate("\(key) == %@", name))
      ).first)
  }

  private func insert(_ entity: String, _ name: String) throws -> ManagedObject {
    let object = try context.insert(entityNamed: entity)
    object.setValue(.string(name), forKey: entity == "Album" ? "title" : "name")
    return object
  }

  private func save() async throws {
    try context.save()
    await container.coordinator.drain()
  }

  @Test("Inserted rows have the numbers, versions and keys of the format, and keep what other tables need")
  func inserting() async throws {
    let (schema, plist) = (try fixture.schema(), try fixture.plist())
    let photo = try insert("Photo", "three")
    photo.setValue(.string("new"), forKey: "note")
    let clip = try insert("Clip", "fourth")
    clip.setValue(.real(1.5), forKey: "seconds")
    let person = try insert("Person", "Di")
    person.setValue(.reference(photo.objectID), forKey: "best")
    try await save()
    #expect(
      try fixture.rows(
        "SELECT Z_ENT || ' ' || Z_OPT || ' ' || ifnull(ZNOTE, '-') || ' ' || ifnull(ZNOTE1, '-') || ' ' "
          + "|| ifnull(ZSECONDS, '-') FROM ZMEDIA WHERE ZNAME IN ('three', 'fourth') ORDER BY ZNAME")
        == ["5 1 - - 1.5", "6 1 - new -"])
    #expect(
      try fixture.rows("SELECT Z4_BEST || (ZBEST = \(photo.objectID.key)) FROM ZPERSON WHERE ZNAME = 'Di'")
        == ["61"])
    #expect(photo.objectID.key > 3 && clip.objectID.key > 3 && photo.objectID.key != clip.objectID.key)
    // The root of a tree gives out the keys; the rows of its subentities keep 0.
    let keys =
      "SELECT Z_NAME || ' ' || (Z_MAX >= (SELECT max(Z_PK) FROM ZMEDIA)) || ' ' || Z_MAX FROM Z_PRIMARYKEY"
    #expect(try fixture.rows(keys + " WHERE Z_ENT = 4").first?.hasPrefix("Media 1") == true)
    #expect(try fixture.rows(keys + " WHERE Z_ENT IN (5, 6)").allSatisfy { $0.hasSuffix(" 0") })
    // A column that the model does not know is kept, and empty in new rows.
    #expect(try fixture.rows("SELECT Z_PK FROM ZMEDIA WHERE ZEXTRA IS NOT NULL") == ["1"])
    #expect(try fixture.schema() == schema && fixture.plist() == plist)
    #expect(try fixture.store().check().isSound)
  }

  @Test("An update raises the version of the row by one, and deletion removes the row and its join rows")
  func updatingAndDeleting() async throws {
    try object("Photo", "two").setValue(.string("changed"), forKey: "note")
    try object("Person", "Cy").setValue(.null, forKey: "best")
    context.delete(try object("Clip", "moving"))
    try await save()
    #expect(
      try fixture.rows("SELECT Z_PK || ' ' || Z_OPT || ' ' || ZNOTE1 FROM ZMEDIA ORDER BY Z_PK")
        == ["1 1 of a photo", "2 5 changed"])
    #expect(try fixture.rows("SELECT Z_4FAVORITES FROM Z_4FANS") == ["2"])
    #expect(
      try fixture.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 4").first.flatMap { Int($0) } ?? 0 >= 3)
    let cy =
      "SELECT Z_OPT || ' ' || (ZBEST IS NULL) || ' ' || (Z4_BEST IS NULL) FROM ZPERSON WHERE ZNAME = 'Cy'"
    #expect(try fixture.rows(cy) == ["2 1 1"])
  }

  @Test("Moves in ordered relationships change the order columns only, with room between the numbers")
  func moving() async throws {
    let album = try object("Album", "Sömmer")
    let photos = album.mutableOrderedSetValue(forKey: "photos")
    photos.insert(try insert("Photo", "three"), at: 1)
    try await save()
    let order = "SELECT ZNAME || ' ' || Z_FOK_ALBUM FROM ZMEDIA WHERE ZALBUM = 1 ORDER BY Z_FOK_ALBUM"
    #expect(try fixture.rows(order) == ["two 2048", "three 2560", "one 3072"])
    photos.move(try object("Photo", "two"), to: 2)
    try await save()
    #expect(try fixture.rows(order) == ["three 2560", "one 3072", "two 4096"])

    let ann = try object("Person", "Ann")
    ann.mutableOrderedSetValue(forKey: "children").move(try object("Person", "Bo"), to: 0)
    let favorites = ann.mutableOrderedSetValue(forKey: "favorites")
    favorites.move(try object("Photo", "two"), to: 0)
    favorites.append(try object("Photo", "one"))
    try await save()
    #expect(
      try fixture.rows(
        "SELECT ZNAME || ' ' || Z_FOK_PARENT FROM ZPERSON WHERE ZPARENT = 1 ORDER BY Z_FOK_PARENT")
        == ["Bo 1024", "Cy 2048"])
    #expect(
      try fixture.rows("SELECT Z_4FAVORITES || ' ' || Z_FOK_4FAVORITES FROM Z_4FANS WHERE Z_7FANS = 1")
        .sorted() == ["1 4096", "2 1024", "3 2048"].sorted())
  }

  @Test("Many-to-many rows go into the table and columns that the file has, also within one entity")
  func joining() async throws {
    let (sea, rock) = (try object("Keyword", "sea"), try object("Keyword", "rock"))
    let wave = try insert("Keyword", "wave")
    sea.mutableOrderedSetValue(forKey: "narrower").insert(wave, at: 0)
    sea.mutableOrderedSetValue(forKey: "narrower").remove(rock)
    let two = try object("Photo", "two")
    two.mutableSetValue(forKey: "keywords").insert(wave)
    try object("Photo", "one").mutableSetValue(forKey: "keywords").remove(rock)
    try await save()
    #expect(
      try fixture.rows(
        "SELECT Z_3BROADER || ' ' || Z_3NARROWER || ' ' || Z_FOK_3NARROWER FROM Z_3BROADER ORDER BY 1"
      )
      .sorted() == ["1 \(wave.objectID.key) 1024", "1 3 2048"].sorted())
    #expect(
      try fixture.rows("SELECT Z_3KEYWORDS || ' ' || Z_6PHOTOS FROM Z_3PHOTOS ORDER BY Z_6PHOTOS")
        == ["1 1", "\(wave.objectID.key) 2"])
  }

  @Test("Data change between both forms, and their files follow")
  func externalData() async throws {
    let (one, two) = (try object("Photo", "one"), try object("Photo", "two"))
    let long = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 3) })
    one.setValue(.data(long), forKey: "image")
    two.setValue(.data(Data([4, 5])), forKey: "image")
    try await save()
    let cells = try fixture.rows("SELECT hex(ZIMAGE) FROM ZMEDIA WHERE Z_PK < 3 ORDER BY Z_PK")
    #expect(cells[1] == "010405")
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.imageFolder.path)
    let name = try #require(names.first)
    #expect(names.count == 1 && name != AppleFixture.imageName && name == name.uppercased())
    #expect(cells[0] == "02" + name.utf8.map { String($0, radix: 16, uppercase: true) }.joined() + "00")
    #expect(try Data(contentsOf: fixture.imageFolder.appending(path: name)) == long)
  }

  @Test("Triggers and the library agree about derived values")
  func derivedValues() async throws {
    let album = try insert("Album", "Übersee")
    let photo = try object("Photo", "one")
    photo.setValue(.reference(album.objectID), forKey: "album")
    try object("Album", "Sömmer").setValue(.string("Söndag"), forKey: "title")
    try await save()
    let albums = "SELECT ZTITLE || ' ' || ZFOLDED || ' ' || ZPHOTOCOUNT FROM ZALBUM ORDER BY Z_PK"
    #expect(try fixture.rows(albums) == ["Söndag sondag 1", "Übersee ubersee 1"])
    #expect(album.value(forKey: "folded") == .string("ubersee"))
    context.delete(photo)
    try await save()
    #expect(try fixture.rows(albums) == ["Söndag sondag 1", "Übersee ubersee 0"])
    // The triggers are still those of the file: another program's insert is counted, and seen here.
    try fixture.connection().execute("INSERT INTO ZMEDIA (Z_PK, Z_ENT, Z_OPT, ZALBUM) VALUES (99, 6, 1, 1)")
    #expect(try fixture.rows(albums) == ["Söndag sondag 2", "Übersee ubersee 0"])
    let fresh = try PersistentContainer(store: fixture.store()).viewContext
    let counts = try fresh.fetch(FetchRequest<ManagedObject>(entity: "Album", order: [FetchOrder("title")]))
    #expect(counts.map { $0.value(forKey: "photoCount") } == [.integer(2), .integer(0)])
  }

  @Test("A duplicate is refused by a constraint of a table as by an index")
  func uniqueness() async throws {
    for features in [[], [.tableConstraints]] as [Set<AppleFixture.Feature>] {
      let fixture = try AppleFixture(features)
      let store = try fixture.store()
      let writer = try store.makeWriter()
      let row = Row(
        id: ManagedObjectID(entity: 3, key: 9, in: StoreIdentity(store.identifier)), version: 0,
        values: [.string("sea")])
      #expect(try writer.transaction(.normal) { try $0.insert(row) } == .duplicate)
    }
  }

  @Test("All rows are copied into a store of this library, also those of a file that can only be read")
  func copying() throws {
    let source = try AppleFixture([.history])
    let model = try AppleModel.make()
    let copy = try SQLiteStore(path: source.path + ".copy", model: model)
    #expect(try PersistentStoreCoordinator.copyStore(from: source.store(), to: copy) > 0)
    #expect(copy.readOnlyReason == nil)
    #expect(try copy.check().isSound)
    let context = try PersistentContainer(store: copy).viewContext
    let ann = try #require(
      try context.fetch(FetchRequest<ManagedObject>(entity: "Person", where: FetchPredicate("name == 'Ann'")))
        .first)
    let favorites = ann.objects(forKey: "favorites")
    #expect(favorites.map { $0.value(forKey: "name") } == [.string("moving"), .string("two")])
    #expect(favorites.last?.value(forKey: "image") == .data(AppleFixture.image))
  }

  @Test("What was written is read as it was, after the file is opened again")
  func readingAgain() async throws {
    let values: [String: PropertyValue] = [
      "flag": .boolean(false), "small": .integer(7), "ratio": .real(0.25), "raw": .data(Data([1, 2])),
      "made": .date(Date(timeIntervalSinceReferenceDate: 12.5)),
      "amount": .decimal(try #require(Decimal(string: "99.95"))),
      "link": .url(try #require(URL(string: "file:///tmp"))), "code": .uuid(UUID()),
    ]
    try context.insert(entityNamed: "aside").setValuesForKeys(values)
    try await save()
    let again = try PersistentContainer(store: fixture.store()).viewContext
    let request = FetchRequest<ManagedObject>(entity: "aside", where: try FetchPredicate("small == 7"))
    let aside = try #require(try again.fetch(request).first)
    for (name, value) in values { #expect(aside.value(forKey: name) == value, "\(name)") }
    #expect(
      try fixture.rows(
        "SELECT typeof(ZFLAG) || typeof(ZRATIO) || typeof(ZMADE) || typeof(ZAMOUNT) || typeof(ZLINK) || typeof(ZCODE) "
          + "FROM ZASIDE WHERE ZSMALL = 7") == ["integerrealrealrealtextblob"])
  }
}
