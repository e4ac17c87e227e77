import Foundation
import ObjectGraph
import SQLiteStore

/// A way of putting contexts together, and of importing photos with them.
///
/// Somewhere at the bottom of each there is ObjectGraph's writer, which commits in the background; what differs is who
/// does the rest of the work, and where.
@MainActor
protocol Stack: AnyObject {
  /// The context of the main actor.
  var context: ManagedObjectContext { get }
  /// Imports photos, and returns when they are in the store and the main context shows them.
  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws
  /// Lets go of the contexts.
  func close() async throws
}

extension Stack {
  func close() async throws {}
}

/// A stack over a container, whose context the main actor shows.
@MainActor
protocol ContainerStack: Stack {
  var container: PersistentContainer { get }
}

extension ContainerStack {
  var context: ManagedObjectContext { container.viewContext }
}

extension PersistentContainer {
  fileprivate static func ofPhotos(_ path: String, _ policy: MergePolicy) throws -> PersistentContainer {
    try PersistentContainer(
      store: SQLiteStore(path: path, model: PhotoModel.make()), mergePolicy: policy)
  }
}

/// Does everything in the main context and leaves the commit to the writer: `publish()` returns before it.
@MainActor
final class OneContextStack: ContainerStack {
  let container: PersistentContainer

  init(_ path: String, _ policy: MergePolicy) throws { container = try .ofPhotos(path, policy) }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try context.makePhotos(records, onlyNew: onlyNew)
    try context.publish()
    await container.coordinator.drain()
  }
}

/// A document, which makes unique at once what is made in its context, and would save by itself before long.
@MainActor
final class DocumentStack: Stack {
  private let document: ManagedDocument
  var context: ManagedObjectContext { document.context }

  init(_ url: URL, _ policy: MergePolicy) async throws {
    let model = try PhotoModel.make()
    document = ManagedDocument(url: url, mergePolicy: policy) { try SQLiteStore(path: $0, model: model) }
    try await document.open()
  }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try context.makePhotos(records, onlyNew: onlyNew)
    try await document.save()
  }

  func close() async throws { try await document.close() }
}

/// Saves in the main context, which blocks the main actor until the writer has committed.
@MainActor
final class WriterAndMainStack: ContainerStack {
  let container: PersistentContainer

  init(_ path: String, _ policy: MergePolicy) throws { container = try .ofPhotos(path, policy) }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try context.makePhotos(records, onlyNew: onlyNew)
    try context.save()
  }
}

/// The import has a context of its own off the main actor, which only merges the result.
@MainActor
final class WorkerStack: ContainerStack {
  let container: PersistentContainer
  private let policy: MergePolicy

  init(_ path: String, _ policy: MergePolicy) throws {
    self.policy = policy
    container = try .ofPhotos(path, policy)
  }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try await container.performBackgroundTask(mergePolicy: policy) { context in
      try context.makePhotos(records, onlyNew: onlyNew)
    }
  }
}

/// One stack shared by all callers, from any thread.
///
/// It demonstrates a pattern to avoid: its users are invisible, a second library is impossible, it must be
/// opened before its first use, and tests cannot run in parallel. A stack that is passed to its users has
/// none of these problems.
@MainActor
final class SharedStack: Stack {
  static let shared = SharedStack()

  private var stack: WorkerStack?

  private init() {}

  var context: ManagedObjectContext { opened.context }

  func open(_ path: String, _ policy: MergePolicy) throws { stack = try WorkerStack(path, policy) }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try await opened.load(records, onlyNew: onlyNew)
  }

  func close() { stack = nil }

  private var opened: WorkerStack {
    guard let stack else { preconditionFailure("the shared stack is not open: call open(_:_:) first") }
    return stack
  }
}

/// One context that is saved too late: between the import and the save, others have a turn of the main actor.
@MainActor
final class LateStack: ContainerStack {
  let container: PersistentContainer

  init(_ path: String, _ policy: MergePolicy) throws { container = try .ofPhotos(path, policy) }

  func load(_ records: [PhotoRecord], onlyNew: Bool) async throws {
    try context.makePhotos(records, onlyNew: onlyNew)
    await MainActor.endOfTurn()
    try context.save()
  }
}
