import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// A note of the history tests.
class Note: ManagedObject {
  @Attribute("key") var key: String?
  @Attribute("text") var text: String
  @Attribute("stars") var stars: Int
  @Attribute("picture") var picture: Data?
  @ToOne("folder") var folder: Folder?
  @ToMany("labels") var labels: ObjectSet<Label>
}

/// A note that is a list.
final class Checklist: Note {}

/// A folder of notes in order.
final class Folder: ManagedObject {
  @Attribute("name") var name: String
  @ToMany("notes") var notes: OrderedObjectSet<Note>
}

/// A label of notes.
final class Label: ManagedObject {
  @Attribute("name") var name: String
  @ToMany("notes") var notes: ObjectSet<Note>
}

/// A store with a history, with its contexts.
@MainActor
struct Notebook {
  /// The kinds of stores that keep a history.
  enum Kind: String, CaseIterable, Sendable {
    case memory, sqlite, postgres

    static let allCases: [Kind] = [.memory, .sqlite] + (StoreKind.databases.isEmpty ? [] : [.postgres])
  }

  let folder: TemporaryFolder
  let container: PersistentContainer
  var context: ManagedObjectContext { container.viewContext }
  var coordinator: PersistentStoreCoordinator { container.coordinator }

  init(_ kind: Kind, policy: MergePolicy = .error) throws {
    folder = try TemporaryFolder()
    let store: any PersistentStore =
      switch kind {
      case .memory: InMemoryStore(model: try Self.model(), keepsHistory: true)
      case .sqlite: try Self.store(folder)
      case .postgres:
        try StoreKind.postgres.open(
          in: folder, model: Self.model(), options: Self.options(), identifier: UUID())
      }
    container = try PersistentContainer(store: store, mergePolicy: policy)
  }

  static func options(keepsHistory: Bool = true) -> StoreOptions {
    StoreOptions(application: .init(name: "Notebook", version: 1), keepsHistory: keepsHistory)
  }

  static func store(_ folder: TemporaryFolder, keepsHistory: Bool = true) throws -> SQLiteStore {
    try SQLiteStore(
      path: folder.path("notebook.store"), model: model(), options: options(keepsHistory: keepsHistory))
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Note.self,
        attributes: [
          .init("key", .string, isOptional: true, preservesValueInHistory: true),
          .init("text", .string, default: .string("")),
          .init("stars", .integer64, default: .integer(0), preservesValueInHistory: true),
          .init(
            "picture", .binary, isOptional: true, allowsExternalStorage: true, preservesValueInHistory: true),
        ],
        relationships: [
          .toOne("folder", "Folder", inverse: "notes"), .toMany("labels", "Label", inverse: "notes"),
        ], unique: [["key"]]),
      EntityDescription(Checklist.self, parent: "Note"),
      EntityDescription(
        Folder.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toMany("notes", "Note", inverse: "folder", deleteRule: .cascade, isOrdered: true)]),
      EntityDescription(
        Label.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toMany("notes", "Note", inverse: "labels")]),
    ])
  }

  /// Saves, and returns the new transactions.
  func save(after token: PersistentHistoryToken?) async throws -> [PersistentHistoryTransaction] {
    try context.save()
    return try await coordinator.history(.after(token))
  }
}
