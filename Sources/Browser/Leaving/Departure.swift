/// The state of leaving the browser while the library is being written.
struct Departure {
  /// A Boolean value that indicates whether the browser also leaves if the save fails: the user has seen the
  /// error.
  let isLastAttempt: Bool
  /// A Boolean value that indicates whether the screen says that the browser waits: it takes longer than a moment, or the user
  /// asked again.
  var isSlow = false
  /// A Boolean value that indicates whether a frame has said so: keys before it are none that leave without saving.
  var isShown = false
  /// A Boolean value that indicates whether the user left without waiting.
  var isAbandoned = false

  /// The time after which the screen says what is waited for.
  static let moment = Duration.milliseconds(300)
  /// The time that saving may take after a signal or the end of the terminal.
  static let limit = Duration.seconds(5)
  /// The time for which a change that was canceled is awaited if the user leaves without saving.
  static let abandonedLimit = Duration.seconds(1)
}
