/// The place of a file.
struct FolderPlace: Hashable, Sendable {
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
}
