import Foundation
import Glibc

/// Files and folders with a byte in their names that is not UTF-8, as other systems leave them behind.
public enum BrokenName {
  /// Writes a file.
  public static func writeFile(
    in folder: String, _ start: String, _ byte: UInt8, _ end: String, contents: [UInt8]
  ) throws {
    let file = open(path(folder, start, byte, end), O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    guard Glibc.write(file, contents, contents.count) == contents.count else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Makes a folder.
  public static func makeFolder(in folder: String, _ start: String, _ byte: UInt8, _ end: String) throws {
    guard mkdir(path(folder, start, byte, end), 0o755) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private static func path(_ folder: String, _ start: String, _ byte: UInt8, _ end: String) -> [CChar] {
    (Array((folder + "/" + start).utf8) + [byte] + Array(end.utf8) + [0]).map(CChar.init(bitPattern:))
  }
}
