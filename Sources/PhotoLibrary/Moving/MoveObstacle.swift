/// The reason why the files of a photo are not moved or renamed, or why nothing is moved to a folder.
public enum MoveObstacle: Error, Hashable, Sendable, CustomStringConvertible {
  /// The photo has no file of the user.
  case noFile(title: String)
  /// The picture is in a zip file, which has others.
  case archived(title: String, archive: String)
  /// The file belongs to a download, whose descriptions name it.
  case downloaded(path: String)
  /// The file is not there.
  case missing(path: String)
  /// The file is another one than that which was read.
  case changed(path: String)
  /// The file is a link, which may lead elsewhere from another folder.
  case link(path: String)
  /// The file is in that folder.
  case alreadyThere(path: String)
  /// The file has that name.
  case alreadyNamed(path: String)
  /// A file that stays has that name, also with another extension, or is a sidecar of it.
  case taken(path: String, other: String)
  /// A file that has the same name with another extension stays.
  case partner(path: String, other: String)
  /// The files of the folder cannot be listed, so that one of them can have the name.
  case unreadable(path: String, folder: String)
  /// The pattern of names asks for something that the photo does not have.
  case unknown(title: String, what: String)
  /// The pattern makes no name.
  case noName(title: String)
  /// No refresh reads the folder: it would not find what becomes of files there.
  case unread(folder: String)
  /// The disk of the folder is not mounted: it would hide the files.
  case unmounted(folder: String, place: String)

  /// The obstacle in one sentence.
  public var description: String {
    switch self {
    case .noFile(let title): "“\(title)” stays as it is: it has no file of yours."
    case .archived(let title, let archive): "“\(title)” stays as it is: it is in \(archive)."
    case .downloaded(let path): "\(path) stays as it is: it belongs to a download, which names it."
    case .missing(let path): "There is no file at \(path) any more."
    case .changed(let path):
      "\(path) stays as it is: it has changed since it was read. Refresh the folder first."
    case .link(let path): "\(path) stays as it is: it is a link, which would lead elsewhere."
    case .alreadyThere(let path): "\(path) is in that folder already."
    case .alreadyNamed(let path): "\(path) has that name already."
    case .taken(let path, let other): "\(path) stays as it is: \(other) has that name already."
    case .partner(let path, let other):
      "\(path) stays as it is, because \(other) stays, which shares its name."
    case .unreadable(let path, let folder):
      "\(path) stays as it is: the files in \(folder) cannot be listed, and one can have the name."
    case .unknown(let title, let what): "“\(title)” was not renamed: its \(what) is not known."
    case .noName(let title): "“\(title)” was not renamed: the pattern makes no name of it."
    case .unread(let folder):
      "Nothing was moved: \(folder) is in no folder that the library reads, or is hidden. Add it as a source first."
    case .unmounted(let folder, let place):
      "Nothing was moved to \(folder): the disk of \(place) is not mounted."
    }
  }
}
