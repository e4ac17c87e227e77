import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

extension PhotoPresentation {
  /// Returns a photo as a row: title, marks, photographer and description, and the value by which the list is sorted.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - order: The order of the list.
  ///   - isMarked: A Boolean value that indicates whether the photo is selected.
  ///   - photographer: The name of the photographer; nil if the list has the photos of one photographer.
  static func row(of photo: Photo, order: PhotoOrder, isMarked: Bool, photographer: String?) -> ListRow {
    var row = ListRow(
      title: photo.title, details: [photographer, photo.subtitle].compactMap { $0 },
      trailing: sortValue(of: photo, order: order))
    let marks = photo.marks
    row.isSelected = isMarked
    row.marks = [
      RowMark(ratingSigns(of: marks)), RowMark(labelSign(of: marks), style: marks.label.style),
    ].filter { !$0.text.isEmpty }
    return row
  }

  /// Returns a photo as a thumbnail with its title, of a color while there is no picture.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - sign: The text before the title.
  ///   - isMarked: A Boolean value that indicates whether the photo is selected.
  ///   - state: The state of the picture.
  ///   - color: The color while there is no picture.
  static func tile(
    of photo: Photo, sign: String = "", isMarked: Bool, state: PictureLoader.State, color: Color?
  ) -> SheetTile {
    var tile = SheetTile(title: sign + markedTitle(of: photo), isMarked: isMarked)
    switch state {
    case .waiting: tile.color = color
    case .ready(let picture): tile.picture = picture
    case .failed(let note): tile.note = note
    }
    return tile
  }
}
