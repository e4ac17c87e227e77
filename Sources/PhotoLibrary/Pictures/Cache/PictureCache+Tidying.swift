import Foundation
import Glibc

extension PictureCache {
  /// What a trimmed cache holds, so that it is not trimmed again at once.
  private var trimmedSize: Int { sizeLimit / 10 * 9 }

  /// Removes what is left over, too old or too much, and counts the rest; one process at a time.
  ///
  /// Unless `always`, only if there is too much, or nobody knows how much.
  func lookThrough(always: Bool) {
    guard access(folder.path, F_OK) == 0 else { return }
    _ = CacheLock.waited(path(".tidying")) {
      // Others go on writing and removing meanwhile; that is counted on top, a file now and then twice: near enough until
      // the next time. A few rounds are enough for any hurry.
      for round in 0..<3 {
        let before = total.value
        guard (always && round == 0) || before == nil || before ?? 0 > sizeLimit else { return }
        // While another process holds the lock, nothing can be corrected.
        guard let start = total.update({ $0 ?? 0 }) else { return }
        let kept = sweep()
        total.update { kept + (($0 ?? start) - start) }
      }
    }
  }

  /// Looks at every file once and returns how many bytes stay.
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

  /// Removes what has not been used for longest.
  private func trim(_ files: inout [CachedFile], _ size: Int) -> Int {
    var size = size
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for file in files {
      guard size > trimmedSize else { break }
      // What somebody else removed was counted there.
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
