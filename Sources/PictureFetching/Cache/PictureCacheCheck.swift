import Foundation

/// The contents of a picture cache.
public struct PictureCacheCheck: Hashable, Sendable {
  /// The number of pictures.
  public var pictures = 0
  /// The size of the pictures in bytes.
  public var bytes = 0
  /// The number of incompletely written files.
  public var leftovers = 0
  /// The number of other files, which the cache leaves alone.
  public var foreign = 0

  /// The findings, one a line: a subject and the finding, separated by a tab.
  public var report: [String] {
    var lines = ["pictures\t\(pictures) files, \(bytes) bytes"]
    if leftovers > 0 { lines.append("pictures\t\(leftovers) unfinished files") }
    if foreign > 0 { lines.append("pictures\t\(foreign) files that are not the cache's") }
    return lines
  }
}

extension PictureCache {
  /// Examines every file; changes nothing.
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
    // The file was removed meanwhile.
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
