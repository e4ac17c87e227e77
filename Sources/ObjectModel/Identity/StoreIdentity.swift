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

  /// The identity of the store with an identifier; nil if no coordinator has opened that store.
  ///
  /// Unlike ``init(_:)``, it does not remember the identifier, which may come from a damaged file.
  init?(opened identifier: UUID) {
    let number = Self.known.withLock { known in
      known.numbers[identifier].flatMap { known.stores[Int($0)].entities.isEmpty ? nil : $0 }
    }
    guard let number else { return nil }
    self.number = number
  }

  /// The identity in IDs that do not belong to a store yet.
  ///
  /// A format of an ``AtomicStore`` uses it for the contents of a file. The store replaces it by its own.
  public static let unbound = StoreIdentity(number: 0)

  /// The identifier of the store; all zeros for ``unbound``.
  public var identifier: UUID { Self.known.withLock { $0.stores[Int(number)].identifier } }

  // MARK: Names of entities

  /// Records the names of the model's entities, with which IDs of the store are encoded and decoded.
  package func register(_ model: ManagedObjectModel) {
    let names = model.entities.map(\.name)
    Self.known.withLock { $0.stores[Int(number)].entities = names }
  }

  /// The name of the entity with a number; nil if no coordinator has opened the store, or if the model has none.
  func name(ofEntity number: EntityNumber) -> String? {
    Self.known.withLock { known in
      let names = known.stores[Int(self.number)].entities
      return names.indices.contains(number.index) ? names[number.index] : nil
    }
  }

  /// The number of the entity with a name; nil if no coordinator has opened the store, or if the model has none.
  func number(ofEntity name: String) -> EntityNumber? {
    Self.known.withLock {
      $0.stores[Int(number)].entities.firstIndex(of: name).map { EntityNumber(index: $0) }
    }
  }

  // MARK: The stores of this process

  private static let known = Mutex(Known())

  private struct Known {
    private(set) var numbers: [UUID: UInt32] = [:]
    /// Identifiers and names of entities, by number; the first stands for ``StoreIdentity/unbound``.
    var stores: [(identifier: UUID, entities: [String])] = [(UUID.missing, [])]

    mutating func number(of identifier: UUID) -> UInt32 {
      if let number = numbers[identifier] { return number }
      let number = UInt32(stores.count)
      numbers[identifier] = number
      stores.append((identifier, []))
      return number
    }
  }
}
