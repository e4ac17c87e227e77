/// The reason why a text is no query.
public enum PhotoQueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value does not fit the facet.
  case value(PhotoFacet, String)
  /// The facet has no value yet.
  case empty(PhotoFacet)
  /// Two values of a facet, of which no photo can have both.
  case contradiction(PhotoFacet, String, String)
  /// No town has the name, and no photo with a place mentions it.
  case unknownPlace(String)

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .value(let facet, let value): "“\(value)” does not fit \(facet.rawValue): \(facet.meaning)"
    case .empty(let facet): "\(facet.rawValue): stands for \(facet.meaning)"
    case .contradiction(let facet, let one, let other):
      "No photo has both \(facet.rawValue):\(one) and \(facet.rawValue):\(other)"
    case .unknownPlace(let name):
      "No larger town is called “\(name)”, and no photo with a place mentions it; near: also takes degrees, as near:38.7,-9.1,20km"
    }
  }
}
