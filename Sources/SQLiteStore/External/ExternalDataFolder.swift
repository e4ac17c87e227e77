internal import CSQLite
internal import Foundation
internal import ObjectStore

/// The folder of external data: `.<store>_SUPPORT/_EXTERNAL_DATA` beside the store, as in Core Data.
///
/// Files are immutable: another value gets another file. A file is written and synchronized to the disk
/// before the row that names it is committed, and is deleted when no reader can see a row that names it.
struct ExternalDataFolder: Hashable, Sendable {
  /// The absolute path of the folder.
  let path: String

  /// Creates the folder value for the store at an absolute path.
  init(store path: String) {
    let store = URL(fileURLWithPath: path)
    let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
    self.path = store.deletingLastPathComponent().path + "/\(support)/_EXTERNAL_DATA"
  }

  /// The path of a file.
  func path(_ name: String) -> String { path + "/" + name }

  /// Returns the data of a column.
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

  /// Returns whether a column contains these data.
  ///
  /// Compares the length of a file before it reads the file.
  func holds(_ data: Data, in cell: ExternalCell) -> Bool {
    switch cell {
    case .inline(let inline): return inline == data
    case .file(let name):
      guard StoreFile(path(name)).size() == data.count else { return false }
      return (try? self.data(of: cell)) == data
    case .unknown: return false
    }
  }

  /// Returns the names of all files; none if there is no folder.
  func fileNames() throws(StoreError) -> Set<String> {
    do {
      return Set(try FileManager.default.contentsOfDirectory(atPath: path))
    } catch {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      throw .cannotRead(path: path, reason: "\(error)")
    }
  }

  /// The suffix of the name of a file that is being written.
  private static let draftSuffix = ".draft"

  /// Writes a file, which has its name only when all data are on the disk.
  ///
  /// Another process that copies the folder must not find an incomplete file under the name of a complete one.
  func makeFile(_ name: String, _ data: Data) throws(SystemError) {
    let draft = path(name) + Self.draftSuffix
    // A process that died may have left it.
    unlink(draft)
    do throws(SystemError) {
      let file = try FileDescriptor(creating: draft)
      try file.write(data)
      try file.synchronize()
      guard rename(draft, path(name)) == 0 else { throw SystemError(code: errno) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Deletes a file that no row names; a file that cannot be deleted remains as an orphan.
  func remove(_ name: String) { unlink(path(name)) }
}

// MARK: - In SQL

extension ExternalDataFolder {
  /// The name of the SQL function that returns the data for a column value.
  static let function = "objectgraph_external"

  /// Registers the function with a connection.
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

  /// The folder as an object, which C can retain.
  private final class Box {
    let folder: ExternalDataFolder

    init(folder: ExternalDataFolder) { self.folder = folder }
  }
}
