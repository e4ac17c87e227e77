import TerminalPictures

/// The pace at which photos are shown one after the other: while a key is held, a draft of each is enough.
final class PhotoPace {
  /// Called when a picture was seen for a moment, and no other photo was shown.
  var onRest: () -> Void = {}
  /// The detail with which the picture that is seen is made now.
  private(set) var detail = PictureDetail.full
  /// The detail with which pictures are made in advance: until a moment has passed, the next photo would be shown as a draft.
  private(set) var detailAhead = PictureDetail.full
  /// A Boolean value that indicates whether the picture of the photo is not seen yet.
  private var isAwaited = false
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
    detailAhead = .draft
    isAwaited = true
    rest.cancel()
  }

  /// Begins the moment after which a photo rests: its picture is seen, or a smaller one in its place, or there is none.
  func noteSeen() {
    guard isAwaited else { return }
    isAwaited = false
    rest.run { [weak self] in self?.comeToRest() }
  }

  /// Goes back to full pictures.
  func comeToRest() {
    rest.cancel()
    guard detailAhead == .draft else { return }
    (detail, detailAhead) = (.full, .full)
    onRest()
  }
}
