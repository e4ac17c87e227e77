import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalPictures
import TerminalUI

/// The thumbnails of the photos around one that is seen alone.
final class PhotoStrip {
  let view: FilmStrip
  private let photos: PhotoList
  private let pictures: PictureLoader

  init(photos: PhotoList, pictures: PictureLoader) {
    self.photos = photos
    self.pictures = pictures
    view = FilmStrip { number, size in
      let photo = photos.list.controller.object(at: number)
      return PhotoPresentation.tile(
        of: photo, isMarked: photos.selection.contains(photo.objectID),
        state: pictures.state(of: .init(photo: photo.objectID, box: size, fit: .filling)),
        color: pictures.meanColor(of: photo.objectID))
    }
  }

  /// The height of the strip on a screen of some height; 0 where there is no room for it.
  static func height(within height: Int) -> Int { height < 11 ? 0 : min(max(3, height / 6), 6) }

  func layout(_ size: Size) {
    view.count = photos.isTurning ? 0 : photos.list.controller.count
    view.position = photos.list.view.position - 1
    view.layout(size)
  }

  /// The number of photos beyond both ends of the strip whose pictures are asked for.
  private static let ahead = 2

  /// Asks for the pictures in view, the nearest first, and for those next to them.
  func askForPictures() {
    let wanted = (view.visible.lowerBound - Self.ahead..<view.visible.upperBound + Self.ahead)
      .clamped(to: 0..<view.count).sorted { abs($0 - view.position) < abs($1 - view.position) }
    pictures.want(
      wanted.map {
        .init(photo: photos.list.controller.objectID(at: $0), box: view.tileSize, fit: .filling)
      })
  }
}
