/// A file in a trash.
public struct TrashedFile: Hashable, Codable, Sendable {
  /// The path at which the file was.
  public let path: String
  /// The path of the file in the trash.
  public let trashed: String
  /// The path of the description of the file in the trash, with which other programs move it back.
  public let info: String
  /// The path at which the file was, without links; `nil` if an earlier version moved the file.
  let realPath: String?

  /// The file as one that is not in the trash.
  public var outsideTrash: TrashedFile { TrashedFile(path: path, trashed: "", info: "", realPath: nil) }
}
