internal import Foundation
internal import ObjectStore

/// Writes the files of one transaction, and records the files that it no longer needs.
final class ExternalDataWriter {
  private let folder: ExternalDataFolder
  private var made: [String] = []
  private var hasMadeFolder = false
  /// The names of files whose rows were changed or deleted.
  private(set) var dropped: [String] = []

  init(_ folder: ExternalDataFolder) { self.folder = folder }

  /// Runs a statement that writes a row; deletes the files made for the row if the statement wrote nothing.
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

  /// Returns the column value for a value that replaces `old`; creates a file for long data.
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

  /// Records that a row no longer refers to its file.
  func drop(_ cell: ExternalCell?) {
    if let name = cell?.fileName { dropped.append(name) }
  }

  private func makeFile(_ data: Data) throws(StoreError) -> String {
    let name = UUID().uuidString
    do {
      try makeFolder()
      try folder.makeFile(name, data)
      made.append(name)
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

  /// Waits until the names of all files are on the disk, so that no row can survive a power failure without its file.
  ///
  /// Their data are there since they were made. Required at any durability: the last commits may be lost, but none may survive in part.
  func synchronize() throws(StoreError) {
    guard !made.isEmpty else { return }
    var paths = [folder.path]
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

  /// Deletes the files of a transaction that was rolled back.
  func discard() {
    for name in made { folder.remove(name) }
    made = []
    dropped = []
  }
}
