public import Flickr
public import Foundation
import Glibc
import Synchronization

/// Files of pictures on disk, by photo and rendition.
///
/// Any number of threads, caches and processes may use a folder at once: files are written whole or not at all, and
/// one that is damaged, gone or somebody else's is as good as none. A file's time of change says when it was
/// fetched, its time of access when it was last used. Reading and writing wait for the disk.
public final class PictureCache: Sendable {
  /// The folder; made when the first picture is stored.
  public let folder: URL
  /// How many bytes of pictures may stay.
  public let sizeLimit: Int
  /// After how many seconds a picture has to be fetched anew.
  public let ageLimit: TimeInterval

  /// The most bytes that a picture may have.
  public static let largestPicture = 16 << 20

  let total: SharedTotal
  /// Where the cache is looked through, one after the other.
  let tidying = DispatchQueue(label: "PictureCache.tidying", qos: .utility)
  private let isTidyingAsked = Mutex(false)

  /// Makes a cache in `folder`; nothing is looked at or written yet.
  public init(folder: URL, sizeLimit: Int = 512_000_000, ageLimit: TimeInterval = 30 * 86_400) {
    self.folder = folder
    self.sizeLimit = sizeLimit
    self.ageLimit = ageLimit
    total = SharedTotal(path: folder.appendingPathComponent(".size").path)
  }

  func path(_ name: String) -> String { folder.path + "/" + name }

  /// The picture's file; nil when it is not there, too old or damaged.
  public func read(_ id: String, _ rendition: Rendition) -> [UInt8]? {
    let path = path(PictureName(of: id, rendition).path)
    guard let (bytes, file) = CacheFile.read(path, sizes: 0...Self.largestPicture) else { return nil }
    guard PictureFormat(bytes) != nil, bytes.count == file.size, !isTooOld(file) else {
      remove(path)
      return nil
    }
    return bytes
  }

  /// Where the largest picture of a photo lies that the cache holds; nil if it holds none.
  ///
  /// It may be gone when it is opened.
  public func file(of subject: PictureSubject) -> URL? {
    let renditions = subject.renditions + subject.presumed
    return renditions.sorted { ($0.longerSide ?? .max) > ($1.longerSide ?? .max) }
      .map { path(PictureName(of: subject.flickrID, $0).path) }
      .first { path in CacheFileStatus(path: path).map { !isTooOld($0) } ?? false }
      .map { URL(fileURLWithPath: $0) }
  }

  func isTooOld(_ file: CacheFileStatus) -> Bool { CacheFileStatus.age(file.written) > ageLimit }

  /// Keeps a picture's file.
  ///
  /// A file that leaves no room for others is not kept.
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

  /// Puts a file in its place and counts it, both at once for everybody else who writes.
  ///
  /// Has the cache trimmed when it has grown too large, and counted when nobody knows how large it is.
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
      return (before ?? 0) + move()
    }
    // A picture is worth more than its count, which waits until the lock is free.
    if outcome == nil { total.postpone(move()) }
    _ = try outcome?.get()
    if !isKnown { tidy() } else if now ?? 0 > sizeLimit { trim() }
  }

  private func makeFolder(_ name: String) throws(CacheFileError) {
    do throws(POSIXError) {
      try PrivateFolder.make(at: folder.appendingPathComponent(name))
    } catch {
      throw CacheFileError(number: error.code.rawValue)
    }
  }

  /// Forgets all pictures of a photo.
  public func forget(_ id: String) {
    let folder = PictureName.folder(of: id)
    let start = PictureName.start(of: id)
    for name in CacheFile.names(in: path(folder)) where name.hasPrefix(start) {
      remove(path(folder + "/" + name))
    }
  }

  /// Forgets one picture, such as one that turned out to be damaged.
  public func forget(_ id: String, _ rendition: Rendition) {
    remove(path(PictureName(of: id, rendition).path))
  }

  func remove(_ path: String) {
    guard let size = CacheFileStatus(path: path)?.size else { return }
    var isTried = false
    total.update { before in
      isTried = true
      return unlink(path) == 0 ? (before ?? size) - size : before ?? 0
    }
    if !isTried, unlink(path) == 0 { total.postpone(-size) }
  }

  /// How many bytes the pictures have, as last counted.
  public var size: Int { total.value ?? 0 }

  // MARK: Tidying

  /// Has the cache looked through in the background: what was left over, is too old or too much goes.
  public func tidy() {
    tidying.async { self.lookThrough(always: true) }
  }

  /// Has the cache trimmed in the background, unless that is asked for already.
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

  /// Returns when everything is tidied that was to be tidied.
  public func tidied() async {
    await withCheckedContinuation { continuation in
      tidying.async { continuation.resume() }
    }
  }
}
