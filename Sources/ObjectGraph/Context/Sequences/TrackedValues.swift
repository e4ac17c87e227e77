internal import ObjectModel

/// A value that is computed of a context, now and after each event that changes it; see
/// ``ManagedObjectContext/values(tracking:_:)``.
///
/// It belongs to the isolation of its context.
public struct TrackedValues<Value: Equatable>: AsyncSequence {
  /// The value.
  public typealias Element = Value
  /// The error of a computation, which ends the sequence.
  public typealias Failure = any Error

  private let entities: Set<EntityNumber>?
  private weak var context: ManagedObjectContext?
  private let compute: (ManagedObjectContext) throws -> Value

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - entities: The entities whose objects the value depends on; `nil` if all changes count.
  ///   - context: The context of the objects, which is not retained.
  ///   - compute: Computes the value.
  init(
    _ entities: Set<EntityNumber>?, _ context: ManagedObjectContext,
    _ compute: @escaping (ManagedObjectContext) throws -> Value
  ) {
    (self.entities, self.compute) = (entities, compute)
    self.context = context
  }

  /// Returns an iterator, which observes the context from now on, and ends at once if the context is gone.
  public func makeAsyncIterator() -> Iterator { Iterator(entities, context, compute) }

  /// An iterator of the values.
  public struct Iterator: AsyncIteratorProtocol {
    private weak var context: ManagedObjectContext?
    private let compute: (ManagedObjectContext) throws -> Value
    /// The changes of the context; nil if it was gone before, and after an error, which ends the sequence.
    private var changes: EntityChanges?
    /// The last value; nil before the first one.
    private var last: Value?

    init(
      _ entities: Set<EntityNumber>?, _ context: ManagedObjectContext?,
      _ compute: @escaping (ManagedObjectContext) throws -> Value
    ) {
      self.context = context
      self.compute = compute
      changes = context.map { EntityChanges(of: entities, in: $0) }
    }

    /// Returns the next value, and waits for a change of it; nil at the end, and when the task is canceled.
    ///
    /// - Throws: The errors of the computation.
    public mutating func next() async throws -> Value? { try await next(isolation: #isolation) }

    /// Returns the next value, and waits for a change of it; nil at the end, and when the task is canceled.
    ///
    /// - Throws: The errors of the computation.
    public mutating func next(isolation: isolated (any Actor)?) async throws -> Value? {
      do {
        if case .none = last, changes != nil, !Task.isCancelled, let context {
          let value = try compute(context)
          last = value
          return value
        }
        while await changes?.next(isolation: isolation) != nil, let context {
          let value = try compute(context)
          if let last, last == value { continue }
          last = value
          return value
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
extension TrackedValues: Sendable {}
