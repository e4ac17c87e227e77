/// A change of the marks of photos.
public enum MarkChange: Hashable, Sendable {
  /// Sets the flag.
  case flag(PhotoFlag)
  /// Sets the number of stars: 0 to 5.
  case stars(Int)
  /// Sets the color label.
  case label(ColorLabel)

  /// Parses a word as it is typed: a flag, a number of stars, or a color.
  ///
  /// `none` removes the flag, `0` the stars, and `plain` the color.
  ///
  /// - Returns: `nil` for other words.
  public init?(_ text: String) {
    let word = text.lowercased()
    if let stars = Int(word), PhotoMarks.starRange.contains(stars) {
      self = .stars(stars)
    } else if let flag = PhotoFlag(name: word) {
      self = .flag(flag)
    } else if word == Self.plain {
      self = .label(.none)
    } else if let label = ColorLabel(name: word) {
      self = .label(label)
    } else {
      return nil
    }
  }

  private static let plain = "plain"

  /// All changes, with the words that ``init(_:)`` parses.
  public static let all: [(change: MarkChange, word: String)] =
    [PhotoFlag.pick, .reject, .none].map { (.flag($0), $0.name) }
    + PhotoMarks.starRange.reversed().map { (.stars($0), "\($0)") }
    + ColorLabel.allCases.dropFirst().map { (.label($0), $0.name) } + [(.label(.none), plain)]

  /// Returns marks after the change.
  public func applied(to marks: PhotoMarks) -> PhotoMarks {
    var marks = marks
    switch self {
    case .flag(let flag): marks.flag = flag
    case .stars(let stars): marks.stars = stars
    case .label(let label): marks.label = label
    }
    return marks
  }

  /// The change in words, of which `what` names the photos: `picking “Heron”`.
  public func name(of what: String) -> String {
    switch self {
    case .flag(.pick): "picking \(what)"
    case .flag(.reject): "rejecting \(what)"
    case .flag(.none): "unflagging \(what)"
    case .stars(let stars): "giving \(what) \(stars) \(stars == 1 ? "star" : "stars")"
    case .label(.none): "removing the label of \(what)"
    case .label(let label): "labeling \(what) \(label.name)"
    }
  }
}
