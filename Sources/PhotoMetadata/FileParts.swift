/// The bytes of a file from which facts are read: its beginning, and on request other parts.
struct FileParts {
  /// The largest part that is loaded, in bytes; XMP packets of cameras and editors have at most some hundred kilobytes.
  static let largest = 4 << 20

  /// The beginning that is read of formats whose directories can lie anywhere in it, in bytes.
  private static let directoriesSize = 512 << 10

  /// The beginning.
  let head: [UInt8]
  /// Loads bytes at an offset; returns fewer at the end of the file.
  let load: (_ offset: Int, _ count: Int) -> [UInt8]

  /// The same file with a beginning in which the directories of nearly all files lie.
  var withDirectories: FileParts {
    let missing = Self.directoriesSize - head.count
    return missing > 0 ? FileParts(head: head + load(head.count, missing), load: load) : self
  }

  /// Returns the bytes at an offset; `nil` if they are not all there, or are too many.
  func data(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    let data = data(at: offset, atMost: count)
    return data?.count == count ? data : nil
  }

  /// Returns the bytes at an offset, fewer at the end of the file; `nil` if they are too many.
  func data(at offset: Int, atMost count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, count <= Self.largest, offset <= .max - count else { return nil }
    if offset + count <= head.count { return head[offset..<(offset + count)] }
    let part = load(offset, count)
    return part.isEmpty ? head.dropFirst(offset) : part[...]
  }
}
