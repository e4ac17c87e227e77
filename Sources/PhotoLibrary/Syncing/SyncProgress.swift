/// The progress of a sync.
public enum SyncProgress: Hashable, Sendable {
  /// A photo is being checked: its number, from 1, and the number of photos.
  case asking(photo: Int, of: Int)
  /// A photo waits for its turn, or for another attempt.
  ///
  /// `why` stands between the photo and the seconds: “waits for its turn:”.
  case waiting(photo: Int, why: String, seconds: Int)
}
