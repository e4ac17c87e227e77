import ObjectGraph

/// A kind of place in which libraries are kept, at one place.
///
/// The types that conform to it and to ``LibraryStore`` are the only ones that know the kind of a library's store.
protocol LibraryStorage: Sendable {
  /// Returns whether there is a library.
  ///
  /// - Throws: ``LibraryError/folder(path:reason:)`` for a folder that cannot be looked into; the errors of a server that cannot
  ///   be asked.
  func exists() throws -> Bool

  /// Opens the library, or creates it unless it is opened for reading only.
  ///
  /// - Throws: ``LibraryError`` if the place cannot be used; errors of the store.
  func open(_ opening: LibraryOpening) throws -> any LibraryStore

  /// Copies the library before it is repaired.
  ///
  /// - Returns: The path of the copy; `nil` if this kind of library is copied by other means.
  /// - Throws: Errors of the store.
  func copyBeforeRepair() throws -> String?

  /// Returns a function that removes a library without rows that this program creates from now on, unless something else may
  /// use it. It returns `true` if it removed the library.
  func makeDiscard() -> () -> Bool
}
