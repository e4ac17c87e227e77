public import Foundation

/// The place of a library: a folder with a file, or a PostgreSQL database.
public enum LibraryPlace: Hashable, Sendable, CustomStringConvertible {
  /// A folder with the file ``PhotoLibrary/fileName``.
  case folder(URL)
  /// A schema of a PostgreSQL database.
  case database(DatabaseAddress)

  /// Reads a place as a user types it: a connection string of PostgreSQL, or the path of a folder.
  ///
  /// A path that looks like a connection string is written with `./` at its beginning.
  ///
  /// - Throws: ``LibraryError/wrongAddress(reason:)`` if the text is a connection string with an error,
  ///   ``LibraryError/noPlace`` if it is empty.
  public init(_ text: String) throws(LibraryError) {
    // It would be the folder that the program runs in.
    if text.isEmpty { throw .noPlace }
    if DatabaseAddress.isAddress(text) {
      self = .database(try DatabaseAddress(text))
    } else {
      self = .folder(URL(fileURLWithPath: UserPath.expanded(text)))
    }
  }

  /// The path or the address, without a password.
  public var description: String {
    switch self {
    case .folder(let url): url.path
    case .database(let address): address.description
    }
  }

  /// The folder of the library; `nil` for a database.
  public var folder: URL? {
    if case .folder(let url) = self { url } else { nil }
  }

  /// A Boolean value that indicates whether the text of the place contains a password.
  public var hasPassword: Bool {
    if case .database(let address) = self { address.hasPassword } else { false }
  }

  /// Returns whether there is a library.
  ///
  /// - Throws: ``LibraryError/folder(path:reason:)`` for a folder that cannot be looked into,
  ///   ``LibraryError/noDatabases(place:)`` if this program cannot use databases; errors of a server that cannot be asked.
  public func hasLibrary() throws -> Bool { try storage().exists() }

  /// Returns the storage of the kind of this place.
  ///
  /// - Throws: ``LibraryError/noDatabases(place:)``.
  func storage() throws(LibraryError) -> any LibraryStorage {
    switch self {
    case .folder(let url): return LibraryFile(folder: url)
    case .database(let address):
      #if PostgreSQL
        return LibraryDatabase(address)
      #else
        throw .noDatabases(place: address.description)
      #endif
    }
  }
}
