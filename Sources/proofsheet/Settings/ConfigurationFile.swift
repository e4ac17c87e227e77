import ArgumentParser
import Drafts
import Flickr
import PhotoLibrary
import Foundation
import TOMLKit
import Transfer

/// A configuration file in which sources get names.
///
/// Comments and order of a user's file are kept. The file is written atomically, and only if its new content
/// parses as expected.
struct ConfigurationFile {
  private let url: URL
  private let folder: URL

  /// The file, or the one that a link leads to, which may not exist yet.
  init(_ url: URL) {
    self.url = Self.target(of: url)
    folder = self.url.deletingLastPathComponent()
  }

  /// Returns the file that links lead to; Foundation leaves a link as it is if that file does not exist.
  private static func target(of link: URL) -> URL {
    var url = link
    // As many links as the system follows (path_resolution(7)).
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
      url = target.hasPrefix("/") ? URL(fileURLWithPath: target) : folder.appendingPathComponent(target)
    }
    return url
  }

  /// Gives a source a name, or another source to a name.
  func add(_ name: String, _ source: LibrarySource) throws {
    try Self.check(name)
    try Self.check(source)
    let text = source.description
    do { try PrivateFolder.make(at: folder) } catch { throw unwritable }
    try change { names, file in
      names[name] = text
      file.set(name, to: text, in: "sources")
    }
  }

  /// Takes a name away.
  func remove(_ name: String) throws {
    try change { names, file in
      guard names.removeValue(forKey: name) != nil else {
        throw Failure("There is no source named “\(name)”.")
      }
      file.remove(name, from: "sources")
    }
  }

  /// A name that could be taken for a source would hide it.
  private static func check(_ name: String) throws {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isNameByte }) else {
      throw ValidationError(
        "A name consists of letters from a to z, digits, hyphens and underscores; “\(name)” has other characters."
      )
    }
    if PhotoSource.isReserved(name) {
      throw ValidationError("“\(name)” is a built-in source; choose another name.")
    }
  }

  /// A source with a key or a password would be written without it, and would never work.
  private static func check(_ source: LibrarySource) throws {
    guard case .pages(.address(let url)) = source, url.redacted != url.text else { return }
    throw Failure(
      "The address \(url) is not stored, because it contains a key or a password; give it with --source each time."
    )
  }

  /// Changes the names, and in the same way the text that lists them, while no other process does.
  private func change(_ edit: (inout [String: String], inout TOMLText) throws -> Void) throws {
    let lock = lockFolder()
    defer { if let lock { close(lock) } }
    let isThere = FileManager.default.fileExists(atPath: url.path)
    let former = isThere ? try Configuration.text(of: url) : ""
    var names = isThere ? try Configuration(former, of: url).sources ?? [:] : [:]
    var text = TOMLText(former)
    try edit(&names, &text)
    guard Self.sources(in: text.text) == names else {
      throw Failure(
        "The configuration \(url.path) does not list its sources as lines below [sources]; edit it by hand."
      )
    }
    try write(text.text, isThere: isThere)
  }

  /// Waits for the lock of the folder, and returns the descriptor that holds it until it is closed.
  ///
  /// The file itself cannot hold it, because a change replaces it. There is no lock without the folder, and in a file system
  /// that has no locks.
  private func lockFolder() -> Int32? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }

  private static func sources(in text: String) -> [String: String]? {
    guard let table = try? TOMLDocument.parse(text),
      let configuration = try? TOMLDecoder().decode(Configuration.self, from: table)
    else { return nil }
    return configuration.sources ?? [:]
  }

  private func write(_ text: String, isThere: Bool) throws {
    do {
      let attributes = isThere ? try FileManager.default.attributesOfItem(atPath: url.path) : [:]
      let new = folder.appendingPathComponent(".\(url.lastPathComponent).\(getpid())")
      // The file may contain a key: other users must not read it before it has the permissions of the file
      // that it replaces.
      unlink(new.path)
      let descriptor = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      // After the renaming, no file has this name.
      defer { unlink(new.path) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // The mask of the process may take more from the mode than it should.
      guard fchmod(descriptor, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
      if let permissions = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
      }
      guard rename(new.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      throw unwritable
    }
  }

  private var unwritable: Failure { Failure("The configuration \(url.path) cannot be written.") }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
