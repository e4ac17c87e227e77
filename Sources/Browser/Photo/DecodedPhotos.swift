import ObjectGraph
import PhotoLibrary
import PictureBasics
import PictureFetching
import Pictures
import TerminalPictures
import TerminalUI

/// Photos as they are seen alone: reads and decodes their files, and keeps those used last.
final class DecodedPhotos {
  /// Decodes the file of a photo.
  typealias Decoding = @Sendable () async throws -> DecodedPicture

  /// Called with a photo that was turned; it is no longer kept.
  var onTurn: (ManagedObjectID) -> Void = { _ in }
  private let fetcher: PictureFetcher
  private let context: ManagedObjectContext
  private var recent: RecentlyUsed<ManagedObjectID, DecodedPicture>
  private var turning: PhotoTurning?

  /// The largest size that Flickr offers to all viewers; access to larger ones is restricted.
  static let longerSide = 1024

  /// Keeps nothing yet; `memory` is the bytes that decoded pictures may take.
  init(fetcher: PictureFetcher, context: ManagedObjectContext, memory: Int) {
    self.fetcher = fetcher
    self.context = context
    recent = RecentlyUsed(limit: memory)
    turning = PhotoTurning(context) { [weak self] in
      self?.recent.remove($0)
      self?.onTurn($0)
    }
  }

  /// Returns the picture of a photo that is kept, and keeps it longer.
  func use(_ id: ManagedObjectID) -> DecodedPicture? { recent.use(id) }

  /// Keeps the picture of a photo.
  func keep(_ decoded: DecodedPicture, _ id: ManagedObjectID) {
    recent.keep(decoded, for: id, cost: decoded.bitmap.pixels.count)
  }

  /// Reads the file of a photo, and makes something of it; `nil` if the photo is gone.
  func read<Made: Sendable>(
    _ id: ManagedObjectID, priority: Int,
    by read: @escaping @Sendable (_ decode: @escaping Decoding) async throws -> Made
  ) async throws -> Made? {
    guard let photo = try await object(id), let turns = turning?.turns(of: photo) else { return nil }
    let subject = photo.pictureSubject
    let ownSize = subject.ownSize.map { $0.turned(quarters: turns) }
    return try await fetcher.read(
      subject, longerSide: Self.longerSide, priority: priority, takesSubstitute: false
    ) { file in
      try await read {
        let decoded = try await PictureMaker.decoded(file.bytes, turns: turns)
        return ownSize.map(decoded.made) ?? decoded
      }
    }
  }

  /// Returns the largest smaller picture of a photo in the cache; `nil` if none is needed or there.
  func preview(of id: ManagedObjectID) async -> DecodedPicture? {
    guard let photo = try? await object(id), let turns = turning?.turns(of: photo),
      let file = await fetcher.preview(of: photo.pictureSubject, longerSide: Self.longerSide)
    else { return nil }
    return try? await PictureMaker.decoded(file.bytes, turns: turns)
  }

  /// Returns a photo with its values.
  private func object(_ id: ManagedObjectID) async throws -> Photo? {
    try await context.objects(with: [id]).first as? Photo
  }
}
