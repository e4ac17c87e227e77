import Glibc
import Inflating

/// A zip file that is read, and never written.
///
/// The file is untrusted: every position and size is checked against the file and against limits. Contents go to memory only,
/// so that a name in the zip file is never the path of a file. It is open only while it is read, so that a disk can be removed.
public final class ZipArchive: Sendable {
  /// The path of the zip file.
  public let path: String
  /// The entries, in the order of the directory.
  public let entries: [ZipEntry]
  private let version: ZipFileVersion

  /// The largest entry that is read, whatever the caller allows.
  private static let largestEntry = 1 << 30

  /// Opens a zip file, and reads its directory.
  ///
  /// - Throws: A `ZipError` if the file cannot be read, or is no zip file.
  public init(path: String) throws(ZipError) {
    func fault(_ reason: String) -> ZipError { ZipError(path: path, entry: nil, reason: reason) }
    let descriptor = try Self.open(path)
    defer { close(descriptor) }
    guard let version = ZipFileVersion(descriptor) else { throw fault("it is not a file") }
    let size = version.size
    let tailStart = max(0, size - ZipDirectory.tailSize)
    guard let tail = Self.bytes(descriptor, at: tailStart, count: size - tailStart),
      let end = ZipDirectory.endRecord(in: tail)
    else { throw fault("it has no directory; it is damaged, or its download is not complete") }
    var place = ZipDirectory.place(in: tail, at: end)
    if let offset = ZipDirectory.largeEndOffset(in: tail, before: end) {
      place = Self.bytes(descriptor, at: offset, count: 56).flatMap(ZipDirectory.largePlace)
    }
    guard let place else { throw fault("it is one of several parts, or its directory is damaged") }
    guard place.size <= ZipDirectory.largestSize else { throw fault("its directory is too large") }
    guard place.offset <= size - place.size,
      let directory = Self.bytes(descriptor, at: place.offset, count: place.size),
      let entries = ZipDirectory.entries(in: directory, count: place.count)
    else { throw fault("its directory is damaged") }
    (self.path, self.entries, self.version) = (path, entries, version)
  }

  /// A Boolean value that indicates whether the file at the path is still the one whose directory was read.
  var isCurrent: Bool { ZipFileVersion(path: path) == version }

  /// Returns the contents of an entry.
  ///
  /// - Throws: A `ZipError` if the entry is larger than `limit` bytes, damaged, encrypted or compressed in a way that is not read.
  public func contents(of entry: ZipEntry, limit: Int) throws(ZipError) -> [UInt8] {
    let limit = min(limit, Self.largestEntry)
    guard entry.size <= limit else {
      throw fault(entry, "it has \(entry.size) bytes, and at most \(limit) are read")
    }
    let bytes = try read(entry, count: entry.size)
    guard bytes.count == entry.size else { throw fault(entry, "it does not have the size that is stated") }
    guard Inflater.checksum(bytes) == entry.checksum else {
      throw fault(entry, "it is damaged (its checksum differs)")
    }
    return bytes
  }

  /// Returns the first bytes of an entry, without a check of the rest.
  ///
  /// - Throws: A `ZipError`, as ``contents(of:limit:)``.
  public func beginning(of entry: ZipEntry, count: Int) throws(ZipError) -> [UInt8] {
    try read(entry, count: min(count, entry.size, Self.largestEntry))
  }

  private func read(_ entry: ZipEntry, count: Int) throws(ZipError) -> [UInt8] {
    guard !entry.isEncrypted else { throw fault(entry, "it is encrypted") }
    // A deflated entry is at most five bytes in 16 KiB larger than its contents. The difference of two sizes that are not
    // negative is always an integer, and the sum may be none.
    guard entry.compressedSize - entry.size <= entry.size / 1_000 + 64 else {
      throw fault(entry, "its sizes contradict each other")
    }
    let descriptor = try Self.open(path)
    defer { close(descriptor) }
    guard ZipFileVersion(descriptor) == version else { throw fault(entry, "the zip file was changed") }
    let size = version.size
    guard entry.headerOffset <= size - 30,
      let header = Self.bytes(descriptor, at: entry.headerOffset, count: 30),
      header.long(at: 0) == 0x0403_4B50, let nameSize = header.short(at: 26),
      let extraSize = header.short(at: 28)
    else { throw fault(entry, "its place in the file is wrong") }
    let start = entry.headerOffset + 30 + nameSize + extraSize
    guard entry.compressedSize <= size - start else { throw fault(entry, "the file ends before it") }
    // Contents that are only begun need no more bytes than they have, plus the tables.
    let wanted = count == entry.size ? entry.compressedSize : min(entry.compressedSize, count + 1 << 16)
    switch entry.method {
    case 0:
      guard entry.compressedSize == entry.size else { throw fault(entry, "its sizes contradict each other") }
      guard let bytes = Self.bytes(descriptor, at: start, count: count) else {
        throw fault(entry, "the file ends before it")
      }
      return bytes
    case 8:
      guard let bytes = Self.bytes(descriptor, at: start, count: wanted),
        let result = Inflater.inflate(bytes, atMost: count)
      else { throw fault(entry, "it is damaged") }
      guard count < entry.size || result.isWhole || count == 0 else {
        throw fault(entry, "it does not have the size that is stated")
      }
      return result.bytes
    default: throw fault(entry, "it is compressed by method \(entry.method), and only 0 and 8 are read")
    }
  }

  private static func open(_ path: String) throws(ZipError) -> CInt {
    // Opening a pipe would otherwise wait for a writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ZipError(path: path, entry: nil, reason: String(cString: strerror(errno)))
    }
    return descriptor
  }

  private func fault(_ entry: ZipEntry, _ reason: String) -> ZipError {
    ZipError(path: path, entry: entry.name, reason: reason)
  }

  /// Reads bytes; returns `nil` if the file ends before.
  private static func bytes(_ descriptor: CInt, at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0 else { return nil }
    var filled = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while filled < count {
        let part = pread(
          descriptor,
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
            .baseAddress, count - filled, off_t(offset + filled))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { break }
        filled += part
      }
      initialized = filled
    }
    return filled == count ? bytes : nil
  }
}
