/// The photo files in one folder.
public struct FolderListing: Hashable, Sendable {
  /// A photo file.
  public struct File: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The state.
    public let status: FileState
    /// The name and state of the sidecar, an XMP file; `nil` if there is none.
    public let sidecar: Sidecar?
  }

  /// A sidecar.
  public struct Sidecar: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The state.
    public let status: FileState
  }

  /// The path of the folder.
  public let path: String
  /// The number of the file system of the folder.
  public let fileSystem: UInt64
  /// The photo files, by name.
  public let files: [File]
  /// The names of photo files that are not UTF-8, with a replacement character for what is not.
  public let misnamed: [String]
  /// The names of folders that are not UTF-8 and that the walk does not enter, like ``misnamed``.
  public let misnamedFolders: [String]
  /// The names of entries whose state cannot be read: they may be there, or not.
  public let unexamined: [String]
  /// The number of files that are pictures of a kind that is not read, by their extensions in lower case.
  public let others: [String: Int]
  /// A Boolean value that indicates whether the folder contains anything at all.
  public let isEmpty: Bool
}
