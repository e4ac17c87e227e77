import PictureFetching
import Pictures
import Terminal
import TerminalPictures
import TerminalUI

/// The animation of the photo that is seen alone: reads its frames, plays them, and keeps the pictures made of them.
final class PhotoAnimation {
  /// A Boolean value that indicates whether pictures move.
  var isAllowed = false
  let player = AnimationPlayer()
  private let fetcher: PictureFetcher
  private var reading: Task<Void, Never>?
  /// The pictures made of frames, by their numbers, so that a terminal that keeps images gets each once.
  private var made: [Int: Picture] = [:]
  private var viewport: PictureViewport?
  private var cost = 0

  /// The largest cost of the pictures that are kept, in bytes.
  private static let largestCost = 32 << 20

  init(fetcher: PictureFetcher) { self.fetcher = fetcher }

  /// Reads the animation of a photo that is seen, if it has one, and plays it.
  ///
  /// - Parameters:
  ///   - decoded: The still picture.
  ///   - longerSide: The size in which pictures of other hosts are fetched; a file of the user is read as it is.
  ///   - box: The cells that the picture may take.
  func begin(
    _ subject: PictureSubject, _ decoded: DecodedPicture, turns: Int, longerSide: Int,
    by maker: PictureMaker, within box: Size
  ) {
    stop()
    let isOwn = subject.filePath != nil
    let isCandidate = isOwn ? subject.mayBeAnimated : decoded.mayBeAnimated
    guard isAllowed, isCandidate else { return }
    reading = Task { [weak self, fetcher] in
      let file = try? await fetcher.picture(
        of: subject, longerSide: isOwn ? .max : longerSide, takesSubstitute: false)
      guard let file, !Task.isCancelled else { return }
      let animation = await maker.animation(of: file.bytes, turns: turns, within: box)
      guard let animation, !Task.isCancelled else { return }
      self?.player.start(animation)
    }
  }

  /// Ends the animation.
  func stop() {
    reading?.cancel()
    reading = nil
    player.stop()
    forgetPictures()
  }

  /// Returns the picture made of the current frame before; `nil` if there is none for the part that is seen.
  func picture(in viewport: PictureViewport) -> Picture? {
    if self.viewport != viewport {
      forgetPictures()
      self.viewport = viewport
    }
    return made[player.index]
  }

  /// Keeps a picture of a frame.
  func keep(_ picture: Picture, of frame: Int, in viewport: PictureViewport) {
    guard viewport == self.viewport, player.animation != nil, cost + picture.cost <= Self.largestCost else {
      return
    }
    made[frame] = picture
    cost += picture.cost
  }

  private func forgetPictures() { (made, viewport, cost) = ([:], nil, 0) }
}
