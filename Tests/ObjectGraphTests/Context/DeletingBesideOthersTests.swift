import ObjectGraph
import TestSupport
import Testing

/// Tests of deletions that race with changes of another context.
@MainActor
@Suite("Deleting beside others")
struct DeletingBesideOthersTests {
  @Test("A row that others have come to refer to meanwhile is not deleted under them")
  func strangersReference() async throws {
    let library = try Library(policy: .objectTrumps)
    let author = try library.author("Tove")
    try library.context.save()
    library.context.delete(author)
    try await elsewhere(library, author) { author, context in try context.insert(Book.self).author = author }
    try library.context.save()
    #expect(try await library.stored(Book.self, "author") == [.null])
  }

  @Test("A row that stays because others changed it does not refer to what was deleted beside it")
  func leftBehind() async throws {
    let library = try Library(policy: .storeTrumps)
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    library.context.delete(author)
    library.context.delete(book)
    library.context.automaticallyMergesChangesFromParent = false
    let id = book.objectID
    try await library.container.makeBackgroundContext(mergePolicy: .objectTrumps).performAndSave {
      ($0.object(with: id) as? Book)?.title = "Comet in Moominland"
    }
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").isEmpty)
    #expect(try await library.stored(Book.self, "author") == [.null])
    let shown = try library.context.fetch(FetchRequest<Book>())
    #expect(shown.map(\.title) == ["Comet in Moominland"] && shown.allSatisfy { $0.author == nil })
  }

  @Test("A row that stays because others changed it keeps what would have gone with it")
  func keptWhole() async throws {
    let library = try Library(policy: .storeTrumps)
    // The portrait has the smaller ID, so it is deleted first.
    let portrait = try library.context.insert(Portrait.self)
    let author = try library.author("Tove")
    author.portrait = portrait
    try library.context.save()
    library.context.delete(author)
    try await elsewhere(library, author) { author, _ in author.name = "Tove Jansson" }
    try library.context.save()
    #expect(try await library.stored(Author.self, "portrait") == [.reference(portrait.objectID)])
    let shown = try #require(try library.context.fetch(FetchRequest<Author>()).first)
    #expect(shown.name == "Tove Jansson" && shown.portrait?.sitter === shown)
  }

  @Test(
    "What is unique passes from a deleted object to another, together with its members",
    arguments: [
      MergePolicy.error, .storeTrumps, .objectTrumps,
    ])
  func inheritance(_ policy: MergePolicy) async throws {
    let library = try Library(policy: policy)
    let heir = try library.author("Heir", key: "heir")
    let author = try library.author("Tove", key: "tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    library.context.delete(author)
    heir.key = "tove"
    book.author = heir
    try library.context.save()
    #expect(try await library.stored(Author.self, "key") == [.string("tove")])
    #expect(try await library.stored(Book.self, "author") == [.reference(heir.objectID)])
  }

  @Test("A new object becomes the deleted one with the same key, if that stays because others changed it")
  func successor() async throws {
    let library = try Library(policy: .storeTrumps)
    let author = try library.author("Tove", key: "tove")
    try library.context.save()
    library.context.delete(author)
    try library.author("Successor", key: "tove")
    try await elsewhere(library, author) { author, _ in author.name = "Tove Jansson" }
    try library.context.save()
    #expect(try await library.stored(Author.self, "name") == [.string("Tove Jansson")])
    #expect(try library.context.fetch(FetchRequest<Author>()).map(\.name) == ["Tove Jansson"])
  }

  @Test("A worker whose deletion is refused has the object among the members again")
  func refusedMember() async throws {
    let library = try Library()
    let author = try library.author("Tove")
    let book = try library.book("Comet", by: author)
    try library.context.save()
    let (authorID, bookID) = (author.objectID, book.objectID)
    let worker = try library.container.makeBackgroundContext(mergePolicy: .storeTrumps)
    let other = try library.container.makeBackgroundContext()
    try await worker.perform { context in
      let author = try #require(context.existingObject(with: authorID) as? Author)
      #expect(author.books.ids == [bookID])
      context.delete(context.object(with: bookID))
      try other.performAndWait { context in
        (context.object(with: bookID) as? Book)?.title = "Comet in Moominland"
        try context.save()
      }
      try context.save()
      #expect(author.books.map(\.title) == ["Comet in Moominland"])
    }
  }

  /// Returns a container whose crates delete their boxes, release their notes, and are protected by their
  /// seals.
  ///
  /// A thing protects its box from deletion.
  private func crates() throws -> PersistentContainer {
    func entity(_ name: String, _ relationships: RelationshipDescription...) -> EntityDescription {
      EntityDescription(ManagedObject.self, name: name, relationships: relationships)
    }
    let model = try ManagedObjectModel([
      entity(
        "Crate", .toMany("boxes", "Box", inverse: "crate", deleteRule: .cascade),
        .toMany("notes", "Note", inverse: "crate"),
        .toMany("seals", "Seal", inverse: "crate", deleteRule: .deny)),
      entity(
        "Box", .toOne("crate", "Crate", inverse: "boxes"),
        .toMany("things", "Thing", inverse: "box", deleteRule: .deny)),
      entity("Note", .toOne("crate", "Crate", inverse: "notes")),
      entity("Seal", .toOne("crate", "Crate", inverse: "seals")),
      entity("Thing", .toOne("box", "Box", inverse: "things")),
    ])
    return try PersistentContainer(store: InMemoryStore(model: model), mergePolicy: .objectTrumps)
  }

  /// Deletes a crate while another context adds objects to it, and returns the remaining objects.
  private func left(of container: PersistentContainer, putting names: [String]) async throws -> [String] {
    let context = container.viewContext
    let crate = try context.insert(entityNamed: "Crate")
    try context.save()
    let id = crate.objectID
    let deleter = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await deleter.perform { context in
      // The context must not see changes of other contexts, not even when it checks the deny rule.
      try context.setQueryGeneration(.current)
      context.delete(context.object(with: id))
    }
    try await container.makeBackgroundContext().perform { context in
      for name in names {
        let object = try context.insert(entityNamed: name)
        object.setValue(.reference(id), forKey: "crate")
        guard name == "Box" else { continue }
        try context.insert(entityNamed: "Thing").setValue(.reference(object.objectID), forKey: "box")
      }
      try context.save()
    }
    try await deleter.save()
    return try await container.makeBackgroundContext().perform { context in
      try ["Crate", "Box", "Note", "Seal", "Thing"].flatMap { name in
        try context.fetch(FetchRequest<ManagedObject>(entity: name)).map { object in
          let end = ["Crate": "", "Thing": "box"][name] ?? "crate"
          return end.isEmpty || object.value(forKey: end).isNull ? name : "\(name) in \(end)"
        }
      }
    }
  }

  @Test("What cannot go with its owner stays without it")
  func leftWithoutOwner() async throws {
    #expect(try await left(of: crates(), putting: ["Box"]) == ["Box", "Thing in box"])
  }

  @Test("A row that has to stay loses nothing")
  func staysWhole() async throws {
    #expect(
      try await left(of: crates(), putting: ["Note", "Seal", "Note"])
        == ["Crate", "Note in crate", "Note in crate", "Seal in crate"])
  }

  @Test("No row refers to an author whom two contexts have deleted")
  func deletedTwice() async throws {
    let library = try Library()
    let author = try library.author("Tove").objectID
    let book = try library.book("Comet").objectID
    try library.context.save()
    let (worker, other) = (
      try library.container.makeBackgroundContext(mergePolicy: .overwrite),
      try library.container.makeBackgroundContext()
    )
    await worker.perform { context in
      context.retainsRegisteredObjects = true
      let members = (context.object(with: author) as? Author)?.books
      #expect(members?.map(\.title) == [])
    }
    try await other.performAndSave { context in
      (context.object(with: book) as? Book)?.author = context.object(with: author) as? Author
    }
    // The context reads the book after the books of the author, so that its deletion does not reach the book.
    await worker.perform { context in
      (context.object(with: book) as? Book)?.title = "Comet in Moominland"
      context.delete(context.object(with: author))
    }
    try await other.performAndSave { $0.delete($0.object(with: author)) }
    try await worker.save()
    #expect(try await library.stored(Author.self, "name").isEmpty)
    #expect(try await library.stored(Book.self, "author") == [.null])
    #expect(try await library.stored(Book.self, "title") == [.string("Comet in Moominland")])
  }

  /// Changes an author in another context, whose commit the main context does not merge.
  private func elsewhere(
    _ library: Library, _ author: Author,
    _ change: @escaping @Sendable (Author, ManagedObjectContext) throws -> Void
  ) async throws {
    let id = author.objectID
    library.context.automaticallyMergesChangesFromParent = false
    let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      try change(#require(context.existingObject(with: id) as? Author), context)
    }
    try await worker.save()
  }
}
