import Flickr
import ObjectGraph
import PhotoLibrary
import PictureLooks
import Testing

/// A library with photos that have looks.
@MainActor
struct LooksLibrary {
  let test: TestLibrary
  let keeper: LookKeeper

  var library: PhotoLibrary { test.library }

  /// Creates a library with photos, by the letter of their look and their number of views.
  ///
  /// The photos `a5` and `a3` look alike, `a5` and `b5` do not. The ID of a photo is its place in the list, from 1.
  init(_ photos: String...) async throws {
    test = try TestLibrary()
    keeper = LookKeeper(container: test.container, pause: .seconds(600))
    try await test.importPhotos(
      photos.enumerated().map { index, text in
        var record = PhotoRecord("\(index + 1)", "Photo \(index + 1)")
        record.views = Int(text.dropFirst())
        return record
      })
    for (index, text) in photos.enumerated() {
      await keeper.keep(try Self.look(text.prefix(1)), of: try test.photo("\(index + 1)").objectID)
    }
    try await keeper.save()
    try await synced()
  }

  /// Waits until the main context shows what was saved.
  func synced() async throws { await test.container.coordinator.drain() }

  /// Searches for stacks, and returns the stacks that the main context shows.
  func foundStacks() async throws -> [String] {
    try await keeper.findStacks()
    try await synced()
    return try stacks()
  }

  /// The stacks as the main context shows them: the IDs of their photos, the best first, with the size and the reason.
  func stacks() throws -> [String] {
    try test.photos().filter { $0.look?.stackSize != nil }.map { best in
      let photos = try best.look?.stack.map(library.photos(ofStack:)) ?? []
      let size = best.look?.stackSize ?? 0
      return photos.map(\.flickrID).joined(separator: " ") + " (\(size), \(best.look?.reason?.rawValue ?? 0))"
    }
  }

  /// Returns a look that is near those of the same letter only.
  static func look(_ letter: Substring) throws -> PictureLook {
    let value = try #require(letter.utf8.first)
    let gradient = (0..<8).map { value &* UInt8(truncatingIfNeeded: 31 + 56 * $0) }
    return try #require(
      PictureLook(bytes: gradient + (0..<12).map { _ in value &- 100 } + [60, 128, 100, 128]))
  }
}
