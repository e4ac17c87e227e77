import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import PictureBasics
import PictureFetching
import TerminalPicturesSupport
import TerminalUI
import TestSupport
import Testing

@testable import Browser
@testable import Pictures
@testable import Terminal

@MainActor @Suite("A photo of the user's own that is enlarged", .timeLimit(.minutes(10)))
struct CloseUpTests {
  private static let size = PixelSize(width: 2_400, height: 1_600)

  /// A viewer of two files with stripes of one pixel, which no smaller picture has.
  private func makeViewer() async throws -> (viewer: PhotoViewer, folder: URL) {
    let bench = try await PictureBench(photos: 1)
    let folder = bench.library.folder.url.appendingPathComponent("own")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let row = (0..<Self.size.width).flatMap { x -> [UInt8] in
      let value: UInt8 = x.isMultiple(of: 2) ? 255 : 0
      return [value, value, value, 255]
    }
    let pixels = Array(repeatElement(row, count: Self.size.height).joined())
    let file = JPEGEncoder.encode(Bitmap(size: Self.size, pixels: pixels), quality: 95)
    for name in ["a", "b"] {
      let url = folder.appendingPathComponent(name + ".jpg")
      try Data(file).write(to: url)
      var record = PhotoRecord("file:" + name, name, by: "Ann")
      record.renditions = [
        Rendition(
          suffix: "o", url: url.absoluteString, width: Self.size.width, height: Self.size.height)
      ]
      try await bench.library.importPhotos([record])
    }
    return (PhotoViewer(bench), folder)
  }

  private func show(_ id: String, in viewer: PhotoViewer) async throws -> Picture {
    let before = viewer.picture?.id
    viewer.screen.picture.show(try viewer.bench.library.photo("file:" + id).objectID)
    return try await viewer.newPicture(after: before)
  }

  /// The difference between the lightest and the darkest pixel in the middle of a picture.
  private func contrast(_ picture: Picture?) throws -> Int {
    guard let picture, let read = try PictureReading(picture, .kittyPlaceholders) else { return 0 }
    let row = 4 * read.bitmap.width
    let middle = read.bitmap.pixels.dropFirst(row * (read.bitmap.height / 2)).prefix(row)
    let values = stride(from: middle.startIndex, to: middle.endIndex, by: 4).map { Int(middle[$0]) }
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  @Test("shows the pixels of the file, also after panning far, and the smaller picture again as a whole")
  func pixels() async throws {
    let (viewer, _) = try await makeViewer()
    #expect(try contrast(try await show("a", in: viewer)) < 80)
    let picture = viewer.screen.picture
    picture.togglePixels()
    try await viewer.bell.wait { (try? contrast(viewer.picture)) ?? 0 > 200 }
    let viewport = try #require(picture.viewport)
    #expect(viewport.picture == Self.size && abs(viewport.scale - 1) < 0.001)
    // Farther than what was read of the file.
    let former = viewer.picture?.id
    picture.pan(dx: 40, dy: 0)
    try await viewer.bell.wait {
      viewer.picture?.id != former && ((try? contrast(viewer.picture)) ?? 0) > 200
    }
    #expect(picture.viewport?.placement.map { $0.source.x + $0.source.width } == Self.size.width)
    picture.togglePixels()
    try await viewer.bell.wait { (try? contrast(viewer.picture)).map { $0 > 0 && $0 < 80 } ?? false }
    #expect(picture.viewport?.showsWholePicture == true)
  }

  @Test("shows the place of the one before")
  func place() async throws {
    let (viewer, _) = try await makeViewer()
    _ = try await show("a", in: viewer)
    let picture = viewer.screen.picture
    picture.togglePixels()
    picture.pan(dx: 5, dy: -5)
    let place = try #require(picture.viewport?.placement?.source)
    _ = try await show("b", in: viewer)
    #expect(picture.viewport?.showsWholePicture == true)
    picture.togglePixels()
    #expect(picture.viewport?.placement?.source == place)
    try await viewer.bell.wait { ((try? contrast(viewer.picture)) ?? 0) > 200 }
  }

  @Test("is the smaller picture where the file is gone, which is said")
  func gone() async throws {
    let (viewer, folder) = try await makeViewer()
    viewer.size.width = 400
    _ = try await show("a", in: viewer)
    try FileManager.default.removeItem(at: folder)
    viewer.screen.picture.togglePixels()
    try await viewer.bell.wait { viewer.screen.picture.note.contains("a.jpg") }
    #expect(viewer.screen.picture.shown != nil)
    #expect(viewer.lines.joined().contains("missing"))
  }
}
