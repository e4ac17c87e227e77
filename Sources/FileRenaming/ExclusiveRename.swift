internal import CRename
internal import Foundation

/// The move of a file to a path at which there is none, within a file system of any kind.
///
/// A file that another program puts there meanwhile stays, where the file system allows that: rename(2) would replace it.
public struct ExclusiveRename: Sendable {
  /// The path of the file.
  public let source: String
  /// The path that it gets.
  public let destination: String

  /// Describes the move of a file.
  public init(from source: String, to destination: String) {
    (self.source, self.destination) = (source, destination)
  }

  /// A way to move a file.
  enum Way: CaseIterable {
    /// A renaming that fails if there is a file, in one step. NFS and some file systems of FUSE do not have it.
    case exclusiveRenaming
    /// A second name, and then the removal of the first. exFAT and vfat do not have hard links, some SMB servers neither, and Linux
    /// refuses them for files of other users.
    case link
    /// A look, and then a renaming, which every file system has. It replaces a file that is made in between.
    case checkedRenaming
  }

  /// The errors of file systems that do not have a way.
  ///
  /// EPERM is also the answer of a filter of system calls that does not know the call.
  private static let refusals = [EINVAL, ENOSYS, ENOTSUP, EPERM, EACCES, EMLINK]

  /// Moves the file.
  ///
  /// - Returns: 0, or the number of the error (errno(3)), such as EEXIST. The file is then where it was.
  public func run() -> Int32 { run(Way.allCases) }

  /// Moves the file by the first of `ways` that the file system has.
  func run(_ ways: [Way]) -> Int32 {
    var code = ENOSYS
    for way in ways {
      code = run(way)
      if !Self.refusals.contains(code) { break }
    }
    return code
  }

  private func run(_ way: Way) -> Int32 {
    switch way {
    case .exclusiveRenaming: return crename_exclusively(source, destination) == 0 ? 0 : errno
    case .link:
      guard link(source, destination) == 0 else { return errno }
      if unlink(source) == 0 { return 0 }
      let code = errno
      unlink(destination)
      return code
    case .checkedRenaming:
      var status = stat()
      // A link is a file, wherever it leads.
      if lstat(destination, &status) == 0 { return EEXIST }
      return rename(source, destination) == 0 ? 0 : errno
    }
  }
}
