internal import Foundation
internal import ObjectGraph

/// The files that one transaction makes, and those that it no longer needs.
final class ExternalDataWriter {
  private let folder: ExternalDataFolder
  private var made: [String] = []
  private var hasMadeFolder = false
  /// The names of files to which rows referred that were changed or deleted.
  private(set) var dropped: [String] = []

  init(_ folder: ExternalDataFolder) { self.folder = folder }

  /// Runs a statement that writes a row; files that were made for it go again when it wrote nothing.
  func writing(_ body: () throws -> WriteOutcome) throws -> WriteOutcome {
    let before = (made: made.count, dropped: dropped.count)
    var outcome: WriteOutcome?
    defer {
      if outcome != .done {
        for name in made[before.made...] { folder.remove(name) }
        made.removeSubrange(before.made...)
        dropped.removeSubrange(before.dropped...)
      }
    }
    outcome = try body()
    return outcome ?? .stale
  }

  /// What the column is to hold for a value, where it held `old`; makes a file for long data.
  func cell(for value: PropertyValue, over old: ExternalCell? = nil) throws(StoreError) -> PropertyValue {
    guard case .data(let data) = value else {
      drop(old)
      return value
    }
    if let old, folder.holds(data, in: old) { return .data(old.bytes) }
    drop(old)
    guard data.count > ExternalCell.inlineLimit else { return .data(ExternalCell.inline(data).bytes) }
    return .data(ExternalCell.file(try makeFile(data)).bytes)
  }

  /// Remembers that a row no longer refers to its file.
  func drop(_ cell: ExternalCell?) {
    if let name = cell?.fileName { dropped.append(name) }
  }

  private func makeFile(_ data: Data) throws(StoreError) -> String {
    let name = UUID().uuidString
    do {
      try makeFolder()
      let file = try FileDescriptor(creating: folder.path(name))
      made.append(name)
      try file.write(data)
    } catch {
      throw .cannotWrite(path: folder.path(name), reason: "\(error)")
    }
    return name
  }

  private func makeFolder() throws {
    guard !FileManager.default.fileExists(atPath: folder.path) else { return }
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    hasMadeFolder = true
  }

  /// Returns when all files are on the medium, so that no row can survive a power cut without its file.
  ///
  /// At any durability: even where the last commits may be lost, none may come back in part.
  func synchronize() throws(StoreError) {
    guard !made.isEmpty else { return }
    var paths = made.map(folder.path) + [folder.path]
    if hasMadeFolder {
      let support = URL(fileURLWithPath: folder.path).deletingLastPathComponent()
      paths += [support.path, support.deletingLastPathComponent().path]
    }
    for path in paths {
      do {
        try FileDescriptor(reading: path).synchronize()
      } catch {
        throw .cannotWrite(path: path, reason: error.description)
      }
    }
  }

  /// Removes the files of a transaction that writes nothing after all.
  func discard() {
    for name in made { folder.remove(name) }
    made = []
    dropped = []
  }
}
