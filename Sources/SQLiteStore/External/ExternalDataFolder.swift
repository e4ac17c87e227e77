internal import CSQLite
internal import Foundation
internal import Glibc
internal import ObjectGraph

/// The folder of the data that are too long for their rows: `.<store>_SUPPORT/_EXTERNAL_DATA` beside the store, as
/// Core Data has it.
///
/// A file is never changed: another value is another file. It is written, and on the medium, before the row that
/// names it is committed, and goes after no reader can see a row that names it.
struct ExternalDataFolder: Hashable, Sendable {
  /// The absolute path of the folder.
  let path: String

  /// The folder of the store at an absolute path.
  init(store path: String) {
    let store = URL(fileURLWithPath: path)
    let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
    self.path = store.deletingLastPathComponent().path + "/\(support)/_EXTERNAL_DATA"
  }

  /// The path of a file.
  func path(_ name: String) -> String { path + "/" + name }

  /// The data of a column.
  func data(of cell: ExternalCell) throws(ExternalDataError) -> Data {
    switch cell {
    case .inline(let data): return data
    case .file(let name):
      do {
        return try FileDescriptor(reading: path(name)).readAll()
      } catch {
        throw ExternalDataError(path: path(name), reason: error.description)
      }
    case .unknown:
      throw ExternalDataError(path: nil, reason: "the column holds neither data nor the name of a file")
    }
  }

  /// Whether a column stands for these data.
  ///
  /// Looks at the length of a file before it reads it.
  func holds(_ data: Data, in cell: ExternalCell) -> Bool {
    switch cell {
    case .inline(let inline): return inline == data
    case .file(let name):
      guard StoreFile(path(name)).size() == data.count else { return false }
      return (try? self.data(of: cell)) == data
    case .unknown: return false
    }
  }

  /// The names of all files; none when there is no folder.
  func fileNames() throws(StoreError) -> Set<String> {
    do {
      return Set(try FileManager.default.contentsOfDirectory(atPath: path))
    } catch {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      throw .cannotRead(path: path, reason: "\(error)")
    }
  }

  /// Removes a file that no row names; one that cannot be removed stays an orphan.
  func remove(_ name: String) { unlink(path(name)) }
}

// MARK: - In SQL

extension ExternalDataFolder {
  /// The function that gives the data for what a column holds.
  static let function = "objectgraph_external"

  /// Makes the function known to a connection.
  func register(on connection: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      connection, Self.function, 1, SQLITE_UTF8, Unmanaged.passRetained(Box(folder: self)).toOpaque(),
      { context, _, arguments in
        guard let data = sqlite3_user_data(context), let argument = arguments?.pointee else { return }
        Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().folder.answer(argument, in: context)
      }, nil, nil,
      { data in
        guard let data else { return }
        Unmanaged<Box>.fromOpaque(data).release()
      })
  }

  private func answer(_ argument: OpaquePointer, in context: OpaquePointer?) {
    guard sqlite3_value_type(argument) != SQLITE_NULL else { return sqlite3_result_null(context) }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_value_blob(argument), count: Int(sqlite3_value_bytes(argument)))
    do {
      try data(of: ExternalCell(Data(bytes))).withUnsafeBytes {
        guard let start = $0.baseAddress, !$0.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
        csqlite_result_blob(context, start, UInt64($0.count))
      }
    } catch {
      sqlite3_result_error(context, error.description, -1)
    }
  }

  /// The folder as an object, which C can hold on to.
  private final class Box {
    let folder: ExternalDataFolder

    init(folder: ExternalDataFolder) { self.folder = folder }
  }
}
