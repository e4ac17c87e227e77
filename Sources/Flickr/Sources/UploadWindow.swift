/// A period of upload dates, in seconds since 1970, including both ends.
public struct UploadWindow: Hashable, Sendable {
  /// The first second; `nil` if there is no lower bound.
  public let from: Int?
  /// The last second; `nil` if there is no upper bound.
  public let through: Int?

  /// The window without bounds.
  public static let always = UploadWindow(from: nil, through: nil)

  /// Creates a window.
  public init(from: Int?, through: Int?) {
    self.from = from
    self.through = through
  }

  /// The opening of Flickr on February 10, 2004; few photos claim an earlier upload date.
  private static let opening = 1_076_371_200

  /// Returns the newer and the older half of the window up to `now`; `nil` for a single second, and for a window that begins
  /// at `now` or later.
  ///
  /// A missing bound stays missing: owners can set dates to any time.
  public func halves(now: Int) -> (newer: UploadWindow, older: UploadWindow)? {
    let end = through ?? now
    let start = from ?? (end > Self.opening ? Self.opening : 0)
    guard end > start else { return nil }
    let middle = start + (end - start) / 2
    return (UploadWindow(from: middle + 1, through: through), UploadWindow(from: from, through: middle))
  }

  /// Returns whether the window includes a second.
  public func contains(_ second: Int) -> Bool {
    from.map { $0 <= second } ?? true && through.map { second <= $0 } ?? true
  }
}

extension UploadWindow: LosslessStringConvertible {
  /// The window as `FROM-THROUGH`, each omitted if there is no bound.
  public var description: String { (from.map { "\($0)" } ?? "") + "-" + (through.map { "\($0)" } ?? "") }

  private static func seconds(_ digits: Substring) -> Int? {
    Int(digits).flatMap { NumberBounds.seconds.contains($0) ? $0 : nil }
  }

  /// Parses the text that `description` returns; returns `nil` for other text, and for times outside the
  /// range of a calendar.
  public init?(_ description: String) {
    guard let match = description.wholeMatch(of: /(\d*)-(\d*)/) else { return nil }
    let (from, through) = (Self.seconds(match.1), Self.seconds(match.2))
    guard (from == nil) == match.1.isEmpty, (through == nil) == match.2.isEmpty else { return nil }
    self.init(from: from, through: through)
  }
}
