internal import Foundation
public import PhotoMetadata

extension PhotoFacts {
  /// Reads the facts of a file without those of a sidecar.
  ///
  /// - Throws: The error of the system, if the file cannot be read.
  public init(path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    self.init(head: [UInt8](try file.read(upToCount: PhotoFile.sampleSize) ?? Data()), of: file)
  }

  /// Reads the facts of an open file, whose beginning was read, and adds those of its sidecar.
  init(head: [UInt8], sidecar: PhotoFacts? = nil, of file: FileHandle) {
    self.init(head: head, sidecar: sidecar) { offset, count in
      guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return [] }
      return [UInt8]((try? file.read(upToCount: count)) ?? Data())
    }
  }
}
