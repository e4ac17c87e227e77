import TerminalPictures

/// The pace at which photos are shown one after the other: while a key is held, a draft of each is enough.
final class PhotoPace {
  /// Called when a moment has passed without another photo, after photos that followed each other quickly.
  var onRest: () -> Void = {}
  /// The detail with which pictures are made now.
  private(set) var detail = PictureDetail.full
  private let rest: Pause
  private var last: ContinuousClock.Instant?

  /// Creates a pace: photos follow each other quickly if less than `moment` passes between two of them.
  ///
  /// The default is longer than the time between the repeats of a held key, and shorter than that between keys pressed one by one.
  init(moment: Duration = .milliseconds(150)) { rest = Pause(moment) }

  /// Notes that another photo is shown.
  func noteShown(at now: ContinuousClock.Instant = .now) {
    let isQuick = last.map { now - $0 < rest.length } ?? false
    last = now
    detail = isQuick ? .draft : .full
    rest.cancel()
    if isQuick { rest.run { [weak self] in self?.comeToRest() } }
  }

  /// Goes back to full pictures.
  func comeToRest() {
    rest.cancel()
    guard detail == .draft else { return }
    detail = .full
    onRest()
  }
}
