import ObjectGraph

/// The state of the left cursor, which follows the photo under the right one where the photos of all are listed.
final class OwnerFollowing {
  /// The photo whose photographer the left cursor was moved to last.
  var followed: ManagedObjectID?
  /// The photo whose photographer the left cursor goes to after ``pause``.
  var awaited: ManagedObjectID?
  let pause = Pause(.milliseconds(150))
  /// The time of the last move of the right cursor.
  var lastMove = ContinuousClock.now
}
