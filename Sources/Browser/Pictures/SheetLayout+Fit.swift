import TerminalPictures
import TerminalUI

extension SheetLayout {
  /// The way in which pictures fit into tiles.
  var fit: PictureFit {
    switch self {
    case .justified: .nearlyWhole
    case .uniform: .whole
    case .square: .filling
    }
  }
}
