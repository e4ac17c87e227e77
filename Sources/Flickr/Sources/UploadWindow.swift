/// A span of time in which photos were uploaded, in seconds since 1970, both ends included.
public struct UploadWindow: Hashable, Sendable {
  /// The first second; `nil` from the beginning of time.
  public let from: Int?
  /// The last second; `nil` without an end.
  public let through: Int?

  /// All of time.
  public static let always = UploadWindow(from: nil, through: nil)

  /// Makes a window.
  public init(from: Int?, through: Int?) {
    self.from = from
    self.through = through
  }

  /// Flickr opened on 10 February 2004; few photos claim to have been uploaded before.
  private static let opening = 1_076_371_200

  /// The newer and the older half of what lies before `now`; `nil` for a single second.
  ///
  /// What has no end keeps none: owners can set dates to any time.
  public func halves(now: Int) -> (newer: UploadWindow, older: UploadWindow)? {
    let end = through ?? max(now, (from ?? 0) + 1)
    let start = from ?? (end > Self.opening ? Self.opening : 0)
    guard end > start else { return nil }
    let middle = start + (end - start) / 2
    return (UploadWindow(from: middle + 1, through: through), UploadWindow(from: from, through: middle))
  }
}

extension UploadWindow: LosslessStringConvertible {
  /// `FROM-THROUGH`, each left out where there is no end.
  public var description: String { (from.map { "\($0)" } ?? "") + "-" + (through.map { "\($0)" } ?? "") }

  private static func seconds(_ digits: Substring) -> Int? {
    Int(digits).flatMap { NumberBounds.seconds.contains($0) ? $0 : nil }
  }

  /// Reads what `description` writes; `nil` for other texts, and for times that no calendar shows.
  public init?(_ description: String) {
    guard let match = description.wholeMatch(of: /(\d*)-(\d*)/) else { return nil }
    let (from, through) = (Self.seconds(match.1), Self.seconds(match.2))
    guard (from == nil) == match.1.isEmpty, (through == nil) == match.2.isEmpty else { return nil }
    self.init(from: from, through: through)
  }
}
