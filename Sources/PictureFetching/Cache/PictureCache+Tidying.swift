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
    let isExamined: Void? = CacheLock.waited(path(".tidying"), patience: lockPatience) { _ in
      examine(always: always)
    }
    // Two examinations at the same time evict the same files, and the next one corrects the size. A cache that grows
    // as long as another process is stopped would be worse.
    if isExamined == nil { examine(always: always) }
  }

  private func examine(always: Bool) {
    // Other processes write and remove files meanwhile. Their changes are added, and a file may be
    // counted twice, which is accurate enough until the next time. A few rounds suffice under any load.
    for round in 0..<3 {
      var (start, isLocked) = (Int?.none, false)
      total.updateWaiting { before in
        (start, isLocked) = (before, true)
        // The sweep counts what is already in the folder.
        if before == nil { total.discardPostponed() }
        return before
      }
      // The size is unknown also if another process was stopped while it counted a picture. Files are evicted all the same,
      // and their sizes are subtracted once the lock is free.
      guard (always && round == 0) || start.map({ $0 > sizeLimit }) ?? true else { return }
      var files = sweep()
      let size = files.reduce(0) { $0 + $1.size }
      if isLocked {
        total.updateWaiting { before in
          guard let before, let start else { return size }
          return size + before - start
        }
      }
      if size > sizeLimit { trim(&files, size) }
      if !isLocked { return }
    }
  }

  /// Examines every file once and returns the pictures that are kept.
  private func sweep() -> [CachedFile] {
    var files: [CachedFile] = []
    for folder in PictureName.folders {
      for name in CacheFile.names(in: path(folder)) {
        guard let kind = PictureName.kind(of: name) else { continue }
        let path = path(folder + "/" + name)
        guard let status = CacheFileStatus(path: path), status.isRegular else { continue }
        switch kind {
        case .leftover: if CacheFileStatus.age(status.written) > 3_600 { unlink(path) }
        case .picture where isTooOld(status): unlink(path)
        case .picture: files.append(CachedFile(path: path, size: status.size, used: status.used))
        }
      }
    }
    return files
  }

  /// Evicts the least recently used files, each together with its count: another process may be replacing it.
  private func trim(_ files: inout [CachedFile], _ size: Int) {
    var size = size
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for file in files {
      guard size > trimmedSize else { break }
      remove(file.path)
      size -= file.size
    }
  }
}

private struct CachedFile {
  let path: String
  let size: Int
  let used: timespec
}
