import Foundation
import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults
@testable import SQLiteStore

final class Photo: ManagedObject {
  @Attribute("title") var title: String?
  @Attribute("views") var views: Int
  @ToOne("photographer") var photographer: Photographer?
}

final class Photographer: ManagedObject {
  @Attribute("name") var name: String?
  @ToMany("photos") var photos: ObjectSet<Photo>
}

/// A library of photos and photographers in a real file, gone with the value.
@MainActor
final class Library {
  let container: PersistentContainer
  private let folder: TemporaryFolder
  private static let file = "library.sqlite"

  init() throws {
    let photo = EntityDescription(
      Photo.self,
      attributes: [
        AttributeDescription("title", .string, isOptional: true),
        AttributeDescription("views", .integer64, default: .integer(0)),
      ],
      relationships: [.toOne("photographer", "Photographer", inverse: "photos")])
    let photographer = EntityDescription(
      Photographer.self, attributes: [AttributeDescription("name", .string, isOptional: true)],
      relationships: [.toMany("photos", "Photo", inverse: "photographer")])
    folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.path(Self.file), model: try ManagedObjectModel([photo, photographer]))
    container = try PersistentContainer(store: store)
    context.undoHistory = UndoHistory()
  }

  var context: ManagedObjectContext { container.viewContext }

  /// Makes a photo.
  @discardableResult
  func photo(_ title: String?, by photographer: Photographer? = nil, views: Int = 0) throws -> Photo {
    let photo = try context.insert(Photo.self)
    (photo.title, photo.photographer, photo.views) = (title, photographer, views)
    return photo
  }

  /// Makes a photographer.
  func photographer(_ name: String?) throws -> Photographer {
    let photographer = try context.insert(Photographer.self)
    photographer.name = name
    return photographer
  }

  func save() async throws { try context.save() }

  /// Renames a table behind the back of the store, so that it cannot be read.
  func rename(table: String, to name: String) throws {
    let connection = try Connection(path: folder.path(Self.file), access: .readWrite)
    try connection.run("ALTER TABLE \(table) RENAME TO \(name)", [])
  }

  func controller<Object: ManagedObject>(
    _ request: FetchRequest<Object>, by sectionKeyPath: String? = nil, length: Int? = nil
  ) throws -> FetchedResultsController<Object> {
    try FetchedResultsController(
      request, sectionKeyPath: sectionKeyPath, sectionNameLength: length, context: context)
  }
}

/// Who follows a controller by its changes alone, and checks each of them.
@MainActor
final class Follower<Object: ManagedObject> {
  let controller: FetchedResultsController<Object>
  /// What the changes have made of the list.
  private(set) var rows: [[ManagedObjectID]]
  /// All changes, in order.
  private(set) var received: [SectionedChanges] = []

  init(_ controller: FetchedResultsController<Object>) {
    self.controller = controller
    rows = Self.rows(controller)
    controller.onChange = { [unowned self] changes in
      received.append(changes)
      rows = changes.replayed(on: rows) { controller.objectID(at: $0) }
      #expect(rows == Self.rows(controller), "the changes do not lead to the list: \(changes)")
    }
  }

  /// What the controller shows.
  static func rows(_ controller: FetchedResultsController<Object>) -> [[ManagedObjectID]] {
    (0..<controller.sectionCount).map { section in
      (0..<controller.rowCount(inSection: section)).map { row in
        controller.objectID(at: RowPath(section: section, row: row))
      }
    }
  }

  /// Checks that each section has the beginning that all its rows have, and another one than its neighbors.
  private func expectBeginnings(_ length: Int, _ path: String, _ comment: Comment?) throws {
    let names = (0..<controller.sectionCount).map(controller.sectionName)
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 }, comment)
    for (name, ids) in zip(names, rows) {
      for id in ids {
        guard let row = try controller.context.row(for: id) else { continue }
        let value = try controller.context.value(at: path, of: row)
        let text = if case .string(let text) = value { text } else { "" }
        #expect(String(text.unicodeScalars.prefix(length)) == name, comment)
      }
    }
  }

  /// Processes what changed, and checks that the list equals a fetch and reports the positions of rows.
  func expectCurrent(_ comment: Comment? = nil) throws {
    controller.context.processPendingChanges()
    try controller.checkInvariants()
    #expect(rows == Self.rows(controller), comment)
    let ids = Array(rows.joined())
    #expect(controller.count == ids.count, comment)
    if controller.sectionKeyPath == nil {
      let fetched = try controller.context.fetchIDs(controller.request)
      #expect(fetched == ids, "\(comment ?? ""), \(controller.request)")
    } else {
      let fetched = try controller.context.fetchIDs(controller.request)
      #expect(Set(fetched) == Set(ids) && fetched.count == ids.count, comment)
    }
    if let length = controller.sectionNameLength, let path = controller.sectionKeyPath {
      try expectBeginnings(length, path, comment)
    }
    for (index, id) in ids.enumerated() {
      let path = controller.path(at: index)
      #expect(controller.path(of: id) == path && controller.index(of: path) == index, comment)
      #expect(controller.objectID(at: index) == id, comment)
    }
  }
}

extension FetchedResultsController where Object == Photo {
  /// The titles that are shown, by section.
  var titles: [[String]] {
    (0..<sectionCount).map { section in
      (0..<rowCount(inSection: section)).map { object(at: RowPath(section: section, row: $0)).title ?? "-" }
    }
  }
}
