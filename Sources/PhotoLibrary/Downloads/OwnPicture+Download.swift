import PhotoFiles
import PictureFetching

extension OwnPicture.Place {
  /// The name of the file, or the name of the entry in its zip file.
  var name: String {
    switch self {
    case .file(let path): path
    case .entry(let name, _): name
    }
  }
}
