/// The decision about a photo, as in Lightroom.
public enum PhotoFlag: Int, CaseIterable, Codable, Sendable {
  /// The photo is rejected.
  case reject = -1
  /// There is no decision yet.
  case none = 0
  /// The photo is picked.
  case pick = 1

  /// The name in queries: `pick`, `reject` or `none`.
  public var name: String {
    switch self {
    case .reject: "reject"
    case .none: "none"
    case .pick: "pick"
    }
  }

  /// Creates the flag with a name, whatever its case; `nil` if there is none.
  public init?(name: String) {
    guard let flag = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = flag
  }
}
