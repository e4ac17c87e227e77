import Foundation

/// What is in a cache of pictures.
public struct PictureCacheCheck: Hashable, Sendable {
  /// How many pictures there are.
  public var pictures = 0
  /// How many bytes they have.
  public var bytes = 0
  /// Files that somebody did not finish writing.
  public var leftovers = 0
  /// Whatever else there is: it is left alone.
  public var foreign = 0

  /// What was found, a line each, as in ``LibraryCheck/report``.
  public var report: [String] {
    var lines = ["pictures\t\(pictures) files, \(bytes) bytes"]
    if leftovers > 0 { lines.append("pictures\t\(leftovers) unfinished files") }
    if foreign > 0 { lines.append("pictures\t\(foreign) files that are not the cache's") }
    return lines
  }
}

extension PictureCache {
  /// Looks at every file there is; changes nothing.
  @concurrent
  public func check() async -> PictureCacheCheck {
    var check = PictureCacheCheck()
    let folders = Set(PictureName.folders)
    for name in CacheFile.names(in: folder.path) where name != ".size" && name != ".tidying" {
      guard folders.contains(name), CacheFileStatus(path: path(name))?.isRegular == false else {
        check.foreign += 1
        continue
      }
      for file in CacheFile.names(in: path(name)) { count(path(name + "/" + file), file, &check) }
    }
    return check
  }

  private func count(_ path: String, _ name: String, _ check: inout PictureCacheCheck) {
    // What went meanwhile is not there.
    guard let status = CacheFileStatus(path: path) else { return }
    switch status.isRegular ? PictureName.kind(of: name) : nil {
    case .picture:
      check.pictures += 1
      check.bytes += status.size
    case .leftover: check.leftovers += 1
    case nil: check.foreign += 1
    }
  }
}
