public import Foundation

/// Options for opening a store.
public struct StoreOptions: Hashable, Sendable {
  /// The application whose store it is.
  public struct Application: Hashable, Sendable {
    /// Its name, which is part of a key in the store's metadata.
    public var name: String
    /// The version of what it keeps in the store; a store of a higher one is refused.
    public var version: Int

    /// Names an application.
    public init(name: String, version: Int) {
      self.name = name
      self.version = version
    }
  }

  /// The application, if it versions its stores.
  public var application: Application?
  /// A Boolean value that indicates whether the store is read-only.
  ///
  /// A read-only store also works in a folder without write permission.
  public var isReadOnly: Bool

  /// The identifier for a store that is created; nil for a random one.
  ///
  /// An existing store keeps the identifier that it has. Object IDs hold it: choose the same for two stores only if they
  /// have the same rows (``StoreIdentity``).
  public var identifier: UUID?

  /// The way to open a store that was written with another version of the model.
  ///
  /// The default is ``StoreMigration/additions``.
  public var migration: StoreMigration

  /// A Boolean value that indicates whether the store begins to keep a history of its commits
  /// (``PersistentHistoryRequest``).
  ///
  /// A file with a history goes on keeping it, whatever the option is: a history with gaps would be of no use to the
  /// programs that rely on it. `PersistentStoreCoordinator.endHistory()` ends it. An ``AtomicStore`` has none.
  public var keepsHistory: Bool

  /// Makes options.
  public init(
    application: Application? = nil, isReadOnly: Bool = false, identifier: UUID? = nil,
    migration: StoreMigration = .additions,
    keepsHistory: Bool = false
  ) {
    self.application = application
    self.isReadOnly = isReadOnly
    self.identifier = identifier
    self.migration = migration
    self.keepsHistory = keepsHistory
  }
}

extension StoreOptions.Application {
  /// The key of the application's version in the metadata.
  package var versionKey: String { PersistentStoreMetadata.versionKey(ofApplication: name) }
}
