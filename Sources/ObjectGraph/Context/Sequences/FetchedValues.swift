internal import ObjectModel

/// The objects of a request, now and after each event that changes them; see ``ManagedObjectContext/values(of:)``.
///
/// It belongs to the isolation of its context.
public struct FetchedValues<Object: ManagedObject>: AsyncSequence {
  /// The objects in the order of the request.
  public typealias Element = [Object]
  /// The error of a fetch, which ends the sequence.
  public typealias Failure = any Error

  private let request: FetchRequest<Object>
  private weak var context: ManagedObjectContext?

  init(_ request: FetchRequest<Object>, _ context: ManagedObjectContext) {
    self.request = request
    self.context = context
  }

  /// Returns an iterator, which observes the context from now on, and ends at once if the context is gone.
  public func makeAsyncIterator() -> Iterator { Iterator(request, context) }

  /// An iterator of the arrays.
  public struct Iterator: AsyncIteratorProtocol {
    private let request: FetchRequest<Object>
    private weak var context: ManagedObjectContext?
    /// The changes of the context; nil if it was gone before, and after an error, which ends the sequence.
    private var changes: EntityChanges?
    /// The IDs of the last array; nil before the first one.
    private var shown: [ManagedObjectID]?

    init(_ request: FetchRequest<Object>, _ context: ManagedObjectContext?) {
      self.request = request
      self.context = context
      guard let context else { return }
      // A request that does not fit the entity has an error instead of objects.
      let entities = try? request.query(in: context.model).entitiesRead(in: context.model)
      changes = EntityChanges(of: entities, in: context)
    }

    /// Returns the next array, and waits for a change of it; nil at the end, and when the task is canceled.
    ///
    /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
    public mutating func next() async throws -> [Object]? { try await next(isolation: #isolation) }

    /// Returns the next array, and waits for a change of it; nil at the end, and when the task is canceled.
    ///
    /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
    public mutating func next(isolation: isolated (any Actor)?) async throws -> [Object]? {
      do {
        if shown == nil, changes != nil, !Task.isCancelled, let context {
          let objects = try context.fetch(request)
          shown = objects.map(\.objectID)
          return objects
        }
        while let changed = await changes?.next(isolation: isolation), let context {
          let objects = try context.fetch(request)
          let ids = objects.map(\.objectID)
          // A reload does not say which values have changed.
          guard changed.isReload || ids != shown || ids.contains(where: changed.updated.contains) else {
            continue
          }
          shown = ids
          return objects
        }
        return nil
      } catch {
        changes = nil
        throw error
      }
    }
  }
}

@available(*, unavailable)
extension FetchedValues: Sendable {}
