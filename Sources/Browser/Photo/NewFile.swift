import FileTrash
import Foundation

/// Files of the user that are complete when they get their names, and replace no other file.
nonisolated enum NewFile {
  /// The reason why a file was not made.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes a file with what `write` writes.
  ///
  /// It is written under a hidden name in its folder: a program that ends in between leaves no part of a file that seems
  /// complete. It gets its name when the file system has confirmed the contents: one on another machine can report a full disk
  /// only then.
  ///
  /// - Throws: ``Failure``, and `CancellationError` of `write`; no file was made then.
  static func make(_ url: URL, _ write: (FileHandle) throws -> Void) throws {
    // Before the work of writing.
    guard !Trash.exists(url.path) else { throw occupied(url) }
    let draft = url.deletingLastPathComponent().appendingPathComponent(
      ".proofsheet-\(UUID().uuidString).part"
    ).path
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(url, reason: String(cString: strerror(errno)) + ".") }
    defer { unlink(draft) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try write(file)
      try file.synchronize()
      try file.close()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw unwritable(url, reason: error.localizedDescription)
    }
    do throws(FileMoveError) {
      try FileMove(from: draft, to: url.path).run()
    } catch {
      switch error {
      case .taken: throw occupied(url)
      case .refused(_, _, let reason): throw unwritable(url, reason: reason + ".")
      case .missing, .otherFileSystem: throw unwritable(url, reason: "\(error)")
      }
    }
  }

  private static func occupied(_ url: URL) -> Failure {
    Failure(description: "\(url.path) is there already.")
  }

  private static func unwritable(_ url: URL, reason: String) -> Failure {
    Failure(description: "\(url.path) cannot be written: \(reason)")
  }
}
