import Foundation
import Glibc

extension PictureCache {
  /// The size of a cache after trimming, low enough to prevent another trimming at once.
  private var trimmedSize: Int { sizeLimit / 10 * 9 }

  /// Evicts leftover, expired and excess files, and counts the rest; in one process at a time.
  ///
  /// Unless `always`, only if the cache is too large or its size is unknown.
  func lookThrough(always: Bool) {
    guard access(folder.path, F_OK) == 0 else { return }
    _ = CacheLock.waited(path(".tidying")) {
      // Other processes write and remove files meanwhile. Their changes are added, and a file may be
      // counted twice, which is accurate enough until the next time. A few rounds suffice under any load.
      for round in 0..<3 {
        let before = total.value
        guard (always && round == 0) || before == nil || before ?? 0 > sizeLimit else { return }
        // While another process holds the lock, the count cannot be corrected.
        guard let start = total.update({ $0 ?? 0 }) else { return }
        let kept = sweep()
        total.update { kept + (($0 ?? start) - start) }
      }
    }
  }

  /// Examines every file once and returns the number of remaining bytes.
  private func sweep() -> Int {
    var files: [CachedFile] = []
    var size = 0
    for folder in PictureName.folders {
      for name in CacheFile.names(in: path(folder)) {
        guard let kind = PictureName.kind(of: name) else { continue }
        let path = path(folder + "/" + name)
        guard let status = CacheFileStatus(path: path), status.isRegular else { continue }
        switch kind {
        case .leftover: if CacheFileStatus.age(status.written) > 3_600 { unlink(path) }
        case .picture where isTooOld(status): unlink(path)
        case .picture:
          files.append(CachedFile(path: path, size: status.size, used: status.used))
          size += status.size
        }
      }
    }
    return size > sizeLimit ? trim(&files, size) : size
  }

  /// Evicts the least recently used files.
  private func trim(_ files: inout [CachedFile], _ size: Int) -> Int {
    var size = size
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for file in files {
      guard size > trimmedSize else { break }
      // A file that another process removed was subtracted there.
      if unlink(file.path) == 0 { size -= file.size }
    }
    return size
  }
}

private struct CachedFile {
  let path: String
  let size: Int
  let used: timespec
}
