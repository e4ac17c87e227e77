/// A folder with photos, and the number of those in it and in the folders below it.
struct CountedFolder: Sendable {
  /// The name; see ``FolderNames``.
  let name: String
  /// The path of the folder around the name if another folder has the same name; otherwise `nil`.
  let place: String?
  /// The value of the facet that selects the photos: the name if no other folder has it, otherwise the path.
  let value: String
  /// A Boolean value that indicates whether photos are in the folder itself.
  let hasPhotos: Bool
  /// The number of photos.
  let count: Int
}
