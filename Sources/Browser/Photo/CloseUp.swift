import PictureBasics
import PictureFetching
import Pictures
import TerminalPictures
import TerminalUI

/// The pixels of the user's own file for what is seen of a photo, where the picture that was decoded has too few.
///
/// A part of the file is kept: what is seen and as much again on all sides, so that panning is quick.
final class CloseUp {
  /// Called when the pixels of what was wanted are here, or with the error if they cannot be had.
  var onEnd: ((any Error)?) -> Void = { _ in }
  private let fetcher: PictureFetcher
  private let turn: SerialTasks
  private var excerpt: PictureExcerpt?
  /// The part that was read or is being read, and the scale of what was seen then.
  private var wanted: (part: PixelRect, scale: Double)?
  private var reading: Task<Void, Never>?

  /// The share of the pixels of the screen with which a whole picture is sharp enough.
  private static let enough = 0.8

  /// Creates one; those with the same `turn` decode one after the other, so that they need memory for one file only.
  init(fetcher: PictureFetcher, turn: SerialTasks) {
    self.fetcher = fetcher
    self.turn = turn
  }

  /// Returns the pixels for what is seen in a viewport; `nil` if they are not here.
  func excerpt(for viewport: PictureViewport) -> PictureExcerpt? {
    guard let excerpt, let seen = viewport.placement?.source else { return nil }
    return excerpt.part.contains(seen) ? excerpt : nil
  }

  /// Reads the pixels for what is seen in a viewport, unless that was done or the decoded picture has as many.
  func want(
    _ viewport: PictureViewport, of subject: PictureSubject, turns: Int, besides decoded: DecodedPicture
  ) {
    guard subject.ownSize != nil, let seen = viewport.placement?.source else { return forget() }
    let scale = min(1, viewport.scale)
    let needed = scale * Double(viewport.picture.width)
    let share = viewport.showsWholePicture ? Self.enough : 1
    // Sizes are rounded to whole pixels.
    guard Double(decoded.bitmap.width) + 0.5 < share * needed else { return forget() }
    if let wanted, wanted.part.contains(seen), wanted.scale > 0.999 * scale { return }
    let part = seen.widened(byItself: 1).clamped(to: viewport.picture)
    wanted = (part, scale)
    reading?.cancel()
    reading = Task { [weak self] in
      let result = await Result { try await self?.read(part, of: viewport.picture, scale, subject, turns) }
      guard !Task.isCancelled, let self else { return }
      switch result {
      case .success(let bitmap):
        excerpt = bitmap.map { PictureExcerpt(bitmap: $0, part: part) } ?? excerpt
        onEnd(nil)
      case .failure(let error): onEnd(error)
      }
    }
  }

  private func read(
    _ part: PixelRect, of whole: PixelSize, _ scale: Double, _ subject: PictureSubject, _ turns: Int
  ) async throws -> Bitmap? {
    try await fetcher.read(subject, longerSide: .max, takesSubstitute: false) { [turn] file in
      try await turn.run {
        await Result {
          try await PictureMaker.decodedPart(part, of: whole, scale: scale, in: file.bytes, turns: turns)
        }
      }?.get()
    }
  }

  /// Gives up the pixels.
  func forget() {
    reading?.cancel()
    (excerpt, wanted, reading) = (nil, nil, nil)
  }
}
