internal import FileRenaming
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

  /// The paths that sidecars of a file can have, in the order in which they are looked for.
  public static func paths(ofFile file: String) -> [String] {
    let url = URL(filePath: file)
    let folder = url.deletingLastPathComponent()
    return names(of: url.lastPathComponent).map { folder.appending(path: $0).path }
  }

  /// Returns the time of the last change of the sidecar of a file; 0 if there is none.
  public static func changed(ofFile file: String) -> Int {
    paths(ofFile: file).lazy.filter { access($0, F_OK) == 0 }.first.flatMap { FileState(path: $0)?.changed }
      ?? 0
  }

  /// Creates the sidecar at a path.
  public init(path: String) { (self.path, ownPath) = (path, nil) }

  /// Finds the sidecar of a photo file; the first name is that of a new one.
  public init(ofFile file: String) {
    let url = URL(filePath: file)
    let paths = Self.paths(ofFile: file)
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

  /// A sidecar that was written.
  public struct Written: Hashable, Sendable {
    /// The path of the sidecar.
    public let path: String
    /// The state of the sidecar that was read before; `nil` if there was none.
    public let before: FileState?
    /// The state of the sidecar as it was written.
    public let after: FileState
  }

  /// Writes marks into the sidecar, which is replaced as a whole; everything else in it stays as it is.
  ///
  /// A photo that shares its sidecar with another one, which may have other marks, gets a copy of its own with its marks. If another
  /// program writes the sidecar meanwhile, the marks are written into that one.
  ///
  /// - Returns: The sidecar; `nil` if it has these marks already, in which case it is not written.
  /// - Throws: A ``SidecarError``; the file is then as before.
  @discardableResult
  public func write(_ marks: XMPMarks) throws(SidecarError) -> Written? {
    try write(marks, meanwhile: {})
  }

  /// The number of attempts to write a sidecar that other programs write.
  private static let attempts = 5

  /// Writes marks as ``write(_:)`` does.
  ///
  /// - Parameter meanwhile: Called each time after the new sidecar is on disk, and before it has its name.
  @discardableResult
  func write(_ marks: XMPMarks, meanwhile: () -> Void) throws(SidecarError) -> Written? {
    // The file that a link names is replaced, and not the link.
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    for _ in 1...Self.attempts {
      let former = try contents(of: place)
      let contents: [UInt8]
      do {
        contents = try XMPSidecar.contents(former?.bytes, with: marks)
      } catch {
        throw SidecarError(path: path, reason: "\(error)")
      }
      guard contents != former?.bytes else { return nil }
      let replaced = ownPath == nil ? former?.status : nil
      if let after = try replace(ownPath ?? place, replaced, with: contents, meanwhile) {
        return Written(path: ownPath ?? path, before: former.map { FileState($0.status) }, after: after)
      }
      if let ownPath { return try SidecarFile(path: ownPath).write(marks, meanwhile: meanwhile) }
    }
    throw SidecarError(path: path, reason: "other programs change it again and again")
  }

  /// Returns the contents of a file, or their beginning if they are larger than any sidecar, and its state before they were read;
  /// `nil` if there is no file.
  private func contents(of place: String) throws(SidecarError) -> (bytes: [UInt8], status: stat)? {
    let file = open(place, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw error(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw error(errno) }
    var bytes = [UInt8](repeating: 0, count: XMPSidecar.largestSize + 1)
    var count = 0
    while count < bytes.count {
      let part = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if part == 0 { break }
      if part > 0 { count += part } else if errno != EINTR { throw error(errno) }
    }
    return (Array(bytes[..<count]), status)
  }

  /// Replaces the file that was read, or makes one if there was none.
  ///
  /// - Returns: The state of the new file; `nil` if another program has written a file there since, which stays.
  private func replace(
    _ place: String, _ former: stat?, with contents: [UInt8], _ meanwhile: () -> Void
  ) throws(SidecarError) -> FileState? {
    // The new file would have its name also in place of one that may not be written.
    if former != nil, faccessat(AT_FDCWD, place, W_OK, AT_EACCESS) != 0 { throw error(errno) }
    let temporary = place + ".new-\(getpid())"
    // A program that was killed leaves it, and in a container the next one can have the same number.
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw error(errno) }
    defer { close(file) }
    // An existing file keeps its permissions.
    if let former { fchmod(file, former.st_mode & 0o777) }
    var written = 0
    var failure: CInt = 0
    while written < contents.count, failure == 0 {
      let count = contents[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { written += count } else if errno != EINTR { failure = errno }
    }
    if failure == 0, fsync(file) != 0 { failure = errno }
    if failure == 0 {
      meanwhile()
      failure = Self.move(temporary, to: place, replacing: former)
    }
    var status = stat()
    // That of the open file: its name can be that of another program's by now.
    if failure == 0, fstat(file, &status) != 0 { failure = errno }
    if failure == 0 { return FileState(status) }
    unlink(temporary)
    guard failure == EEXIST else { throw error(failure) }
    return nil
  }

  /// Gives a file its name; returns the error, 0 for none, and EEXIST if the name has another file than the former one.
  private static func move(_ temporary: String, to place: String, replacing former: stat?) -> CInt {
    guard let former else { return ExclusiveRename(from: temporary, to: place).run() }
    var status = stat()
    guard stat(place, &status) == 0, (status.st_dev, status.st_ino) == (former.st_dev, former.st_ino),
      FileState(status) == FileState(former)
    else { return EEXIST }
    return rename(temporary, place) == 0 ? 0 : errno
  }

  private func error(_ code: CInt) -> SidecarError {
    SidecarError(path: path, reason: String(cString: strerror(code)))
  }
}
