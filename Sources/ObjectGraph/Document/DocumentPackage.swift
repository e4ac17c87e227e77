internal import Foundation
internal import ObjectStore

/// The folder of a document: `Name.ext/StoreContent/persistentStore`, as with `UIManagedDocument`.
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

  /// Opens the store in the folder, or creates both if `creating` is `true`.
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
      // `rmdir` removes empty folders only: a store that another program has created meanwhile stays.
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

  /// Returns a Boolean value that indicates whether the folder is a document.
  ///
  /// The result is `false` if a document can be created: if there is no folder, or it contains nothing but an empty
  /// content folder.
  ///
  /// - Throws: A ``DocumentError`` if the URL is that of anything else.
  private func isThere() throws(DocumentError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return false }
    guard isFolder.boolValue else {
      throw DocumentError(.notADocument, url, reason: "it is a file, and a document is a folder")
    }
    if Self.exists(store) { return true }
    do {
      // A program that ended while it created the document leaves a folder without a store.
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

  /// Returns the description of an error: the localized one for errors of the system.
  private static func reason(_ error: any Error) -> String {
    error is CocoaError ? error.localizedDescription : "\(error)"
  }
}
