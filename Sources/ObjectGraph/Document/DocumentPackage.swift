internal import Foundation

/// The folder that is a document: `Name.ext/StoreContent/persistentStore`, as that of `UIManagedDocument`.
struct DocumentPackage: Sendable {
  private static let contentName = "StoreContent"
  private static let storeName = "persistentStore"

  let url: URL
  private let content: URL
  private let store: URL

  init(_ url: URL) {
    self.url = url
    content = url.appendingPathComponent(Self.contentName)
    store = content.appendingPathComponent(Self.storeName)
  }

  /// Opens the store in the folder, or makes both.
  func open(
    creating: Bool, _ open: (String) throws -> any PersistentStore
  ) throws(DocumentError) -> any PersistentStore {
    if try isThere() { return try self.open(open) }
    guard creating else { throw DocumentError(.notFound, url) }
    let missing = [url, content].filter { !Self.exists($0) }
    do {
      try FileManager.default.createDirectory(
        at: content, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return try open(store.path)
    } catch {
      // Those that are empty again; a store that somebody else was quicker to make stays.
      for folder in missing.reversed() { rmdir(folder.path) }
      throw DocumentError(.cannotCreate, url, reason: Self.reason(error), cause: error)
    }
  }

  private func open(
    _ open: (String) throws -> any PersistentStore
  ) throws(DocumentError) -> any PersistentStore {
    do {
      return try open(store.path)
    } catch {
      throw DocumentError(kind(of: error), url, reason: Self.reason(error), cause: error)
    }
  }

  /// Whether there is a document; false where one can be made: nothing, or a folder with nothing in it.
  private func isThere() throws(DocumentError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return false }
    guard isFolder.boolValue else {
      throw DocumentError(.notADocument, url, reason: "it is a file, and a document is a folder")
    }
    if Self.exists(store) { return true }
    do {
      // A folder without a store in it is left by a program that ended while it made the document.
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      if names.isEmpty || names == [Self.contentName] { return false }
    } catch {
      throw DocumentError(.cannotOpen, url, reason: Self.reason(error), cause: error)
    }
    throw DocumentError(
      .notADocument, url, reason: "the folder has no \(Self.contentName)/\(Self.storeName) in it")
  }

  private func kind(of error: any Error) -> DocumentError.Kind {
    switch error as? StoreError {
    case .notADatabase, .notAStore: .notADocument
    default: .cannotOpen
    }
  }

  private static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// What an error says of itself: the system's in words for people, all others in their own.
  private static func reason(_ error: any Error) -> String {
    error is CocoaError ? error.localizedDescription : "\(error)"
  }
}
