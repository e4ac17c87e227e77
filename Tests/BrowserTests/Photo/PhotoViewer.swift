import Pictures
import TerminalPictures
import TerminalPicturesSupport
import TerminalUI
import TestSupport

@testable import Browser
@testable import Terminal

/// A user who looks at the photos of a bench, one at a time.
@MainActor final class PhotoViewer {
  let bench: PictureBench
  let screen: PhotoScreen
  let bell = Bell()
  var size = Size(width: 42, height: 14)
  private let grid = CellGrid(size: Size(width: 1, height: 1))

  init(
    _ bench: PictureBench, style: PictureStyle? = .of(.kittyPlaceholders),
    pace: PhotoPace = PhotoPace(moment: .zero), memory: Int = 24 << 20
  ) {
    self.bench = bench
    screen = PhotoScreen(
      picture: PhotoPicture(
        fetcher: bench.fetcher, context: bench.library.context, pace: pace, memory: memory),
      context: bench.library.context)
    screen.picture.use(style)
    screen.picture.onChange = { [bell] in bell.ring() }
  }

  /// The lines of a frame drawn now.
  var lines: [String] {
    draw()
    return grid.rows
  }

  /// The picture of a frame drawn now.
  var picture: Picture? {
    draw()
    return (grid.picturesInCells + grid.pictures).first?.picture
  }

  private func draw() {
    grid.clear(size: size)
    screen.show(in: grid.canvas, isFocused: true)
  }

  /// Shows a photo and returns its picture when it is seen.
  func see(_ photo: Int) async throws -> Picture {
    let before = picture?.id
    screen.picture.show(try bench.id(photo))
    return try await newPicture(after: before)
  }

  /// Returns the picture that takes the place of another, in the detail that is wanted.
  func newPicture(after id: String?) async throws -> Picture {
    try await bell.wait { picture.map { $0.id != id && !screen.picture.isUnrefined } ?? false }
    guard let picture else { throw Missing() }
    return picture
  }

  struct Missing: Error {}

  /// Which of some photos a picture shows.
  static func photo(of picture: Picture, among photos: ClosedRange<Int>) throws -> Int? {
    guard let read = try PictureReading(picture, .kittyPlaceholders) else { return nil }
    return try photos.min { one, other in
      let differences = try [one, other].map { photo in
        let file = LoopbackPictures.bytes(of: "\(photo)", "l")
        return difference(read.bitmap, try PictureDecoder.decode(file, covering: read.bitmap.size).bitmap)
      }
      return differences[0] < differences[1]
    }
  }
}
