public import Flickr
public import Foundation
import Glibc
import PictureBasics
import Synchronization

/// A cache of picture files on disk, by photo and rendition.
///
/// Any number of threads, caches and processes may share a folder: files are always complete, and a
/// damaged, missing or foreign file counts as a cache miss. The modification time of a file is the time it
/// was fetched, its access time the time of its last use. Reading and writing block on the disk.
public final class PictureCache: Sendable {
  /// The folder, created when the first picture is stored.
  public let folder: URL
  /// The maximum total size of the pictures in bytes.
  public let sizeLimit: Int
  /// The expiry of a picture in seconds.
  public let ageLimit: TimeInterval
  /// The longest wait for the examination by another process, which may be stopped.
  let lockPatience: Duration

  /// The maximum size of a picture in bytes.
  public static let largestPicture = 16 << 20

  /// The total size of the pictures.
  ///
  /// If it is unknown, it remains unknown until a sweep has counted all pictures.
  let total: SharedTotal
  /// The serial queue on which the cache is examined.
  let tidying = DispatchQueue(label: "PictureCache.tidying", qos: .utility)
  private let isTidyingAsked = Mutex(false)

  /// Creates a cache in `folder`; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created when the first picture is stored.
  ///   - sizeLimit: The maximum total size of the pictures in bytes.
  ///   - ageLimit: The expiry of a picture in seconds.
  ///   - lockPatience: The longest time for which an examination of the cache waits for that of another process.
  public init(
    folder: URL, sizeLimit: Int = 512_000_000, ageLimit: TimeInterval = 30 * 86_400,
    lockPatience: Duration = .seconds(60)
  ) {
    self.folder = folder
    self.sizeLimit = sizeLimit
    self.ageLimit = ageLimit
    self.lockPatience = lockPatience
    total = SharedTotal(path: folder.appendingPathComponent(".size").path, patience: lockPatience)
  }

  func path(_ name: String) -> String { folder.path + "/" + name }

  /// Returns the file of a picture; nil if it is missing, expired or damaged.
  public func read(_ id: String, _ rendition: Rendition) -> [UInt8]? {
    let path = path(PictureName(of: id, rendition).path)
    guard let (bytes, file) = CacheFile.read(path, sizes: 0...Self.largestPicture) else { return nil }
    guard PictureFormat(served: bytes) != nil, bytes.count == file.size, !isTooOld(file) else {
      remove(path)
      return nil
    }
    return bytes
  }

  /// Returns the URL of the largest cached picture of a photo; nil if there is none.
  ///
  /// The file may have been removed when it is opened.
  public func file(of subject: PictureSubject) -> URL? {
    let renditions = subject.renditions + subject.presumed
    return renditions.sorted { ($0.longerSide ?? .max) > ($1.longerSide ?? .max) }
      .map { path(PictureName(of: subject.flickrID, $0).path) }
      .first { path in CacheFileStatus(path: path).map { !isTooOld($0) } ?? false }
      .map { URL(fileURLWithPath: $0) }
  }

  func isTooOld(_ file: CacheFileStatus) -> Bool { CacheFileStatus.age(file.written) > ageLimit }

  /// Stores the file of a picture.
  ///
  /// A file that leaves no room for others is not stored.
  ///
  /// - Throws: A ``PictureCacheError`` if the file cannot be written.
  public func store(_ bytes: [UInt8], of id: String, _ rendition: Rendition) throws(PictureCacheError) {
    guard bytes.count <= sizeLimit / 4, bytes.count <= Self.largestPicture else { return }
    let name = PictureName(of: id, rendition)
    do throws(CacheFileError) {
      let temporary: String
      do throws(CacheFileError) {
        temporary = try CacheFile.write(bytes, beside: path(name.path))
      } catch {
        guard error.isMissing else { throw error }
        try makeFolder(name.folder)
        temporary = try CacheFile.write(bytes, beside: path(name.path))
      }
      try place(temporary, at: path(name.path), bytes.count)
    } catch {
      throw PictureCacheError(folder: folder.path, reason: error.reason)
    }
  }

  /// Moves a file to its final path and counts it, as one step for all other writers.
  ///
  /// Requests a trimming if the cache may have grown too large, and a count if its size is unknown.
  private func place(_ temporary: String, at path: String, _ size: Int) throws(CacheFileError) {
    var outcome: Result<Int, CacheFileError>?
    var isKnown = true
    func move() -> Int {
      let replaced = CacheFileStatus(path: path)?.size ?? 0
      do throws(CacheFileError) {
        try CacheFile.move(temporary, to: path)
        outcome = .success(size - replaced)
        return size - replaced
      } catch {
        outcome = .failure(error)
        return 0
      }
    }
    let now = total.update { before in
      isKnown = before != nil
      let change = move()
      // A sweep that is at work may have missed it.
      if !isKnown { total.postponeUncounted(change) }
      return before.map { $0 + change }
    }
    // A picture is more important than its count, which waits until the lock is free.
    let isCounted = outcome != nil
    if !isCounted { total.postpone(move()) }
    _ = try outcome?.get()
    if !isKnown || !isCounted || now ?? 0 > sizeLimit { trim() }
  }

  private func makeFolder(_ name: String) throws(CacheFileError) {
    do throws(POSIXError) {
      try PrivateFolder.make(at: folder.appendingPathComponent(name))
    } catch {
      throw CacheFileError(number: error.code.rawValue)
    }
  }

  /// Removes all pictures of a photo.
  public func forget(_ id: String) {
    let folder = PictureName.folder(of: id)
    let start = PictureName.start(of: id)
    for name in CacheFile.names(in: path(folder)) where name.hasPrefix(start) {
      remove(path(folder + "/" + name))
    }
  }

  /// Removes one picture, such as one that turned out to be damaged.
  public func forget(_ id: String, _ rendition: Rendition) {
    remove(path(PictureName(of: id, rendition).path))
  }

  /// Removes a file and subtracts its size, as one step for all other writers.
  func remove(_ path: String) {
    func removedSize() -> Int {
      guard let size = CacheFileStatus(path: path)?.size, unlink(path) == 0 else { return 0 }
      return size
    }
    guard CacheFileStatus(path: path) != nil else { return }
    var isTried = false
    total.update { before in
      isTried = true
      let change = -removedSize()
      // An unknown total stays unknown, so that the next picture has the cache counted.
      if before == nil { total.postponeUncounted(change) }
      return before.map { $0 + change }
    }
    if !isTried { total.postpone(-removedSize()) }
  }

  /// The total size of the pictures in bytes, as last counted.
  public var size: Int { total.value ?? 0 }

  // MARK: Tidying

  /// Starts an examination of the cache in the background, which evicts leftover, expired and excess files.
  public func tidy() {
    tidying.async { self.lookThrough(always: true) }
  }

  /// Counts what was postponed and trims the cache in the background, unless that is already requested.
  private func trim() {
    let wasAsked = isTidyingAsked.withLock { isAsked in
      defer { isAsked = true }
      return isAsked
    }
    guard !wasAsked else { return }
    tidying.async {
      self.isTidyingAsked.withLock { $0 = false }
      self.lookThrough(always: false)
    }
  }

  /// Waits until all requested examinations have ended.
  public func tidied() async {
    await withCheckedContinuation { continuation in
      tidying.async { continuation.resume() }
    }
  }
}
