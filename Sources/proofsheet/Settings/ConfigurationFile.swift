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

  /// The file, or the one that a link leads to.
  init(_ url: URL) { self.url = url.resolvingSymlinksInPath() }

  /// Gives a source a name, or another source to a name.
  func add(_ name: String, _ source: LibrarySource) throws {
    try Self.check(name)
    try Self.check(source)
    let text = source.description
    try change(expecting: (name, text)) { $0.set(name, to: text, in: "sources") }
  }

  /// Takes a name away.
  func remove(_ name: String) throws {
    guard try names()[name] != nil else { throw Failure("There is no source named “\(name)”.") }
    try change(expecting: (name, nil)) { $0.remove(name, from: "sources") }
  }

  private func names() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
    return try Configuration(file: url).sources ?? [:]
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

  private func change(expecting change: (name: String, text: String?), _ edit: (inout TOMLText) -> Void)
    throws
  {
    var expected = try names()
    expected[change.name] = change.text
    let isThere = FileManager.default.fileExists(atPath: url.path)
    var text = TOMLText(isThere ? try String(contentsOf: url, encoding: .utf8) : "")
    edit(&text)
    guard Self.sources(in: text.text) == expected else {
      throw Failure(
        "The configuration \(url.path) does not list its sources as lines below [sources]; edit it by hand."
      )
    }
    try write(text.text, isThere: isThere)
  }

  private static func sources(in text: String) -> [String: String]? {
    guard let table = try? TOMLDocument.parse(text),
      let configuration = try? TOMLDecoder().decode(Configuration.self, from: table)
    else { return nil }
    return configuration.sources ?? [:]
  }

  private func write(_ text: String, isThere: Bool) throws {
    do {
      let folder = url.deletingLastPathComponent()
      try PrivateFolder.make(at: folder)
      let attributes = isThere ? try FileManager.default.attributesOfItem(atPath: url.path) : [:]
      let new = folder.appendingPathComponent(".\(url.lastPathComponent).\(getpid())")
      // The file may contain a key: other users must not read it before it has the permissions of the file
      // that it replaces.
      unlink(new.path)
      let descriptor = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // The mask of the process may take more from the mode than it should.
      guard fchmod(descriptor, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
      if let permissions = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
      }
      guard rename(new.path, url.path) == 0 else {
        try? FileManager.default.removeItem(at: new)
        throw CocoaError(.fileWriteUnknown)
      }
    } catch {
      throw Failure("The configuration \(url.path) cannot be written.")
    }
  }
}

extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
