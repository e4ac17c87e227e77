public import Foundation
internal import Synchronization

/// The store to which an object ID belongs.
///
/// A number that stands for the identifier of the store until the process ends. It keeps IDs small and makes comparing
/// them cheap. Stores with the same identifier have the same identity, such as a file and a copy of it.
public struct StoreIdentity: Hashable, Sendable {
  /// The number of the identifier in this process.
  let number: UInt32

  init(number: UInt32) { self.number = number }

  /// Creates the identity of the store with an identifier (``PersistentStore/identifier``).
  ///
  /// - Complexity: O(1), under a lock that is shared by the process. Keep the identity instead of creating it for each
  ///   ID.
  public init(_ identifier: UUID) { number = Self.known.withLock { $0.number(of: identifier) } }

  /// The identity in IDs that do not belong to a store yet.
  ///
  /// A format of an ``AtomicStore`` uses it for the contents of a file. The store replaces it by its own.
  public static let unbound = StoreIdentity(number: 0)

  /// The identifier of the store; all zeros for ``unbound``.
  public var identifier: UUID { Self.known.withLock { $0.identifiers[Int(number)] } }

  // MARK: The stores of this process

  private static let known = Mutex(Known())

  private struct Known {
    private var numbers: [UUID: UInt32] = [:]
    /// Identifiers by number; the first stands for ``StoreIdentity/unbound``.
    private(set) var identifiers = [UUID.missing]

    mutating func number(of identifier: UUID) -> UInt32 {
      if let number = numbers[identifier] { return number }
      let number = UInt32(identifiers.count)
      numbers[identifier] = number
      identifiers.append(identifier)
      return number
    }
  }
}
