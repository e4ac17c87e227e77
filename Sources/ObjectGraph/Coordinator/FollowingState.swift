/// The state of following the commits of other programs.
public enum FollowingState: Sendable {
  /// The store can be read, and the commits of other programs are announced.
  case current
  /// The store could not be read at the last look, for this reason; the coordinator looks again.
  ///
  /// What contexts show may be out of date. An outage (``ConnectionError/isOutage``) that turns into another failure, and the
  /// reverse, is a change of the state.
  case failed(any Error)
}
