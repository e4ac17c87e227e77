import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A store that meets a model with other names")
struct RenamingTests {
  /// Returns a model of photos, albums and tags; with other names for nearly everything.
  private func model(isRenamed: Bool, isIdentified: Bool = true) throws -> ManagedObjectModel {
    let photo = isRenamed ? "Picture" : "Photo"
    func name(_ old: String, _ new: String) -> String { isRenamed ? new : old }
    func identifier(_ old: String) -> String? { isRenamed && isIdentified ? old : nil }
    return try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: photo,
        attributes: [
          .init(
            name("title", "caption"), .string, default: .string(""), renamingIdentifier: identifier("title")),
          .init("views", .integer64, default: .integer(0)),
        ],
        relationships: [
          .toOne(
            name("album", "folder"), "Album", inverse: name("photos", "pictures"),
            renamingIdentifier: identifier("album")),
          .toMany(
            name("tags", "labels"), "Tag", inverse: name("photos", "pictures"),
            renamingIdentifier: identifier("tags")),
        ], renamingIdentifier: identifier("Photo")),
      EntityDescription(
        ManagedObject.self, name: name("Scan", "Copy"), parent: photo, renamingIdentifier: identifier("Scan")),
      EntityDescription(
        ManagedObject.self, name: "Album", attributes: [.init("name", .string, default: .string(""))],
        relationships: [
          .toMany(
            name("photos", "pictures"), photo, inverse: name("album", "folder"), isOrdered: true,
            renamingIdentifier: identifier("photos"))
        ]),
      EntityDescription(
        ManagedObject.self, name: "Tag", attributes: [.init("name", .string, default: .string(""))],
        relationships: [
          .toMany(
            name("photos", "pictures"), photo, inverse: name("tags", "labels"),
            renamingIdentifier: identifier("photos"))
        ]),
    ])
  }

  private func fill(_ kind: StoreKind, in folder: TemporaryFolder) async throws {
    let container = try PersistentContainer(store: kind.open(in: folder, model: model(isRenamed: false)))
    let context = container.viewContext
    let album = try context.insert(entityNamed: "Album")
    let tag = try context.insert(entityNamed: "Tag")
    for (index, entity) in ["Photo", "Scan", "Photo"].enumerated() {
      let photo = try context.insert(entityNamed: entity)
      photo.setValue(.string("\(index)"), forKey: "title")
      photo.setValue(.reference(album.objectID), forKey: "album")
      tag.mutableSetValue(forKey: "photos").insert(photo)
    }
    try context.save()
    await container.coordinator.drain()
  }

  @Test("Renamed entities and properties keep their values", arguments: StoreKind.persistent)
  func values(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    try await fill(kind, in: folder)
    // The second time, the file has the new names.
    for _ in 0..<2 {
      let container = try PersistentContainer(store: kind.open(in: folder, model: model(isRenamed: true)))
      let context = container.viewContext
      let request = FetchRequest<ManagedObject>(entity: "Picture", order: [FetchOrder("caption")])
      let pictures = try context.fetch(request)
      #expect(pictures.map { $0.value(forKey: "caption") } == ["0", "1", "2"].map { .string($0) })
      #expect(pictures.map(\.entity.name) == ["Picture", "Copy", "Picture"])
      let album = try #require(try context.fetch(FetchRequest<ManagedObject>(entity: "Album")).first)
      #expect(album.values(forKeyPath: "pictures.caption").count == 3)
      let tag = try #require(try context.fetch(FetchRequest<ManagedObject>(entity: "Tag")).first)
      #expect(tag.value(forKeyPath: "pictures.@count") == .integer(3))
      pictures[0].setValue(
        .integer(pictures[0].value(forKey: "views") == .integer(0) ? 1 : 2), forKey: "views")
      try context.save()
      await container.coordinator.drain()
    }
  }

  @Test(
    "Members and their order stay when a renamed entity gives the join table another name",
    arguments: StoreKind.persistent)
  func turned(kind: StoreKind) async throws {
    // The relationship of the entity that comes first in the alphabet names the rows of the relationship.
    func model(_ album: String) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity(
          album, [], [.toMany("photos", "Photo", inverse: "albums", isOrdered: true)],
          renaming: album == "Album" ? nil : "Album"),
        MigrationExample.entity("Photo", [], [.toMany("albums", album, inverse: "photos")]),
      ])
    }
    let fixture = try MigrationFixture(kind)
    try await fixture.fill(
      model("Album"),
      ["b", "a", "c"].map { SampleObject("Photo", $0) } + [
        SampleObject("Album", "X", to: ["photos": ["c", "a", "b"]]),
        SampleObject("Album", "Y", to: ["photos": ["b"]]),
      ])
    let expected = [
      "Photo a albums=X", "Photo b albums=X,Y", "Photo c albums=X", "Zine X photos=c,a,b", "Zine Y photos=b",
    ]
    #expect(try await fixture.lines(model("Zine")) == expected)
    try await fixture.fill(model("Zine"), [SampleObject("Zine", "Z")])
    #expect(try await fixture.lines(model("Zine")) == expected + ["Zine Z"])
  }

  @Test(
    "Transient attributes do not keep a name from being taken or given up", arguments: StoreKind.persistent)
  func transientAttributes(kind: StoreKind) async throws {
    func attribute(_ name: String, isTransient: Bool = false, _ identifier: String? = nil)
      -> AttributeDescription
    {
      AttributeDescription(
        name, .string, isOptional: true, isTransient: isTransient, renamingIdentifier: identifier)
    }
    func model(_ attributes: [AttributeDescription]) throws -> ManagedObjectModel {
      try ManagedObjectModel([MigrationExample.entity("Photo", attributes)])
    }
    let fixture = try MigrationFixture(kind)
    let old = try model([attribute("title"), attribute("caption", isTransient: true)])
    try await fixture.fill(old, [SampleObject("Photo", "a", ["title": .string("x")])])
    let new = try model([attribute("caption", "title"), attribute("title", isTransient: true)])
    #expect(try await fixture.lines(new) == ["Photo a caption=\"x\""])
  }

  @Test(
    "Attributes that exchange their names are refused and keep their values, whether the version hashes change or not",
    arguments: StoreKind.persistent, [true, false])
  func exchange(kind: StoreKind, hasOtherHashes: Bool) async throws {
    func model(exchanges: Bool, _ more: [AttributeDescription] = []) throws -> ManagedObjectModel {
      let names = [("height", "width"), ("width", "height")]
      let attributes = names.map { name, other in
        AttributeDescription(
          name, .integer64, isOptional: true, renamingIdentifier: exchanges ? other : nil)
      }
      return try ManagedObjectModel([MigrationExample.entity("Photo", attributes + more)])
    }
    let note = AttributeDescription("note", .string, isOptional: true)
    let (old, new) = (
      try model(exchanges: false), try model(exchanges: true, hasOtherHashes ? [note] : [])
    )
    #expect((old.versionHashes != new.versionHashes) == hasOtherHashes)
    let fixture = try MigrationFixture(kind)
    let photo = SampleObject("Photo", "a", ["height": .integer(2), "width": .integer(3)])
    try await fixture.fill(old, [photo])
    for migration in [StoreMigration.additions, .inferred] {
      let error = #expect(throws: (any Error).self) { try fixture.open(new, migration) }
      #expect(error.map { "\($0)" }?.contains("Photo.height was width") == true)
    }
    let lines = ["Photo a height=\(PropertyValue.integer(2)) width=\(PropertyValue.integer(3))"]
    #expect(try await fixture.lines(old) == lines)
    // A store that has the attributes of that version keeps them in later ones.
    let other = try MigrationFixture(kind)
    try await other.fill(new, [photo])
    for migration in [StoreMigration.additions, .inferred] {
      let later = try model(
        exchanges: true, [note, AttributeDescription("place", .string, isOptional: true)])
      #expect(try await other.lines(later, migration) == lines)
    }
  }

  @Test(
    "An attribute with the name of one that is removed, or that is renamed, is refused, and the values stay",
    arguments: StoreKind.persistent)
  func takenNames(kind: StoreKind) async throws {
    func model(_ attributes: [(name: String, identifier: String?)]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity(
          "Photo",
          attributes.map { name, identifier in
            AttributeDescription(name, .string, isOptional: true, renamingIdentifier: identifier)
          })
      ])
    }
    let fixture = try MigrationFixture(kind)
    let old = try model([("caption", nil), ("title", nil)])
    try await fixture.fill(
      old, [SampleObject("Photo", "a", ["caption": .string("c"), "title": .string("t")])])
    let removal = try model([("title", "caption")])
    let addition = try model([("caption", nil), ("note", "title"), ("title", nil)])
    let problems = [
      (removal, "Photo.title was caption, and the former title is removed"),
      (addition, "Photo.title is new, and the former title is note now"),
    ]
    for (new, problem) in problems {
      for migration in [StoreMigration.additions, .inferred] {
        let error = #expect(throws: (any Error).self) { try fixture.open(new, migration) }
        #expect(error.map { "\($0)" }?.contains(problem) == true)
      }
    }
    #expect(try await fixture.lines(old) == ["Photo a caption=\"c\" title=\"t\""])
  }

  @Test("Without identifiers, other names are refused", arguments: StoreKind.persistent)
  func refusal(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    try await fill(kind, in: folder)
    #expect(throws: StoreError.self) {
      try kind.open(in: folder, model: model(isRenamed: true, isIdentified: false))
    }
  }
}
