/// The state of the fetching of pictures.
public enum PictureSupply: Hashable, Sendable {
  /// No obstacle is known.
  case flowing
  /// A host is paused on its request.
  case paused
  /// No host can be reached; requests are retried from time to time.
  case offline
}
