internal import Foundation
internal import Glibc
internal import PictureBasics
public import PhotoMetadata

/// The XMP file beside a photo file.
public struct SidecarFile: Hashable, Sendable {
  /// The path of the sidecar, which may not exist yet.
  public let path: String
  /// The path of a sidecar of its own, for a photo that shares this one with others; `nil` if it shares none.
  private let ownPath: String?

  /// The names of sidecars of a file: `name.ext.xmp` as darktable has it, and `name.xmp` as Lightroom does.
  static func names(of name: String) -> [String] {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return [name + ".xmp", name + ".XMP", stem + ".xmp", stem + ".XMP"]
  }

  /// Creates the sidecar at a path.
  public init(path: String) { (self.path, ownPath) = (path, nil) }

  /// Finds the sidecar of a photo file; the first name is that of a new one.
  public init(ofFile file: String) {
    let url = URL(filePath: file)
    let folder = url.deletingLastPathComponent()
    let paths = Self.names(of: url.lastPathComponent).map { folder.appending(path: $0).path }
    let present = paths.firstIndex { access($0, F_OK) == 0 } ?? 0
    path = paths[present]
    // The common one is that of the raw file: programs write into a JPEG itself.
    let isCommon = present > 1 && !PhotoFileExtension.raw.contains(PhotoFileExtension.of(file))
    ownPath = isCommon && Self.hasNamesake(url) ? paths[0] : nil
  }

  /// Returns whether there is another photo file of the same name with another extension.
  private static func hasNamesake(_ file: URL) -> Bool {
    var own = stat()
    guard stat(file.path, &own) == 0 else { return false }
    let stem = file.deletingPathExtension()
    return PhotoFileExtension.shown.flatMap { [$0, $0.uppercased()] }.contains { ending in
      var other = stat()
      // Where upper and lower case are the same, the file is found by either.
      return stat(stem.appendingPathExtension(ending).path, &other) == 0
        && (other.st_dev, other.st_ino) != (own.st_dev, own.st_ino)
    }
  }

  /// Reads the facts; those before a fault, if the sidecar is not well-formed.
  ///
  /// - Throws: The error of the system.
  public func read() throws -> (facts: PhotoFacts, fault: XMPSidecar.Failure?) {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    return XMPSidecar.facts(of: [UInt8](try file.read(upToCount: XMPSidecar.largestSize + 1) ?? Data()))
  }

  /// Writes marks into the sidecar, which is replaced as a whole; everything else in it stays as it is.
  ///
  /// A photo that shares its sidecar with another one, which may have other marks, gets a copy of its own with its marks.
  ///
  /// - Returns: The path of the sidecar; `nil` if it has these marks already, in which case it is not written.
  /// - Throws: A ``SidecarError``; the file is then as before.
  @discardableResult
  public func write(_ marks: XMPMarks) throws(SidecarError) -> String? {
    // The file that a link names is replaced, and not the link.
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    let before = try contents(of: place)
    let after: [UInt8]
    do {
      after = try XMPSidecar.contents(before, with: marks)
    } catch {
      throw SidecarError(path: path, reason: "\(error)")
    }
    guard after != before else { return nil }
    try replace(ownPath ?? place, with: after)
    return ownPath ?? path
  }

  /// Returns the contents of a file, or their beginning if they are larger than any sidecar; `nil` if there is no file.
  private func contents(of place: String) throws(SidecarError) -> [UInt8]? {
    let file = open(place, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw error(errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: XMPSidecar.largestSize + 1)
    var count = 0
    while count < bytes.count {
      let part = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if part == 0 { break }
      if part > 0 { count += part } else if errno != EINTR { throw error(errno) }
    }
    return Array(bytes[..<count])
  }

  private func replace(_ place: String, with contents: [UInt8]) throws(SidecarError) {
    let temporary = place + ".new-\(getpid())"
    // A program that was killed leaves it, and in a container the next one can have the same number.
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw error(errno) }
    var status = stat()
    // An existing file keeps its permissions.
    if stat(place, &status) == 0 { fchmod(file, status.st_mode & 0o777) }
    var written = 0
    var failure: CInt = 0
    while written < contents.count, failure == 0 {
      let count = contents[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { written += count } else if errno != EINTR { failure = errno }
    }
    if failure == 0, fsync(file) != 0 { failure = errno }
    close(file)
    if failure == 0, rename(temporary, place) != 0 { failure = errno }
    guard failure != 0 else { return }
    unlink(temporary)
    throw error(failure)
  }

  private func error(_ code: CInt) -> SidecarError {
    SidecarError(path: path, reason: String(cString: strerror(code)))
  }
}
