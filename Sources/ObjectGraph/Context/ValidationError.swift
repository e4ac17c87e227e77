/// Objects are not fit to be saved.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One rule that one object does not keep.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The object.
    public let object: ManagedObjectID
    /// The name of its entity.
    public let entity: String
    /// The name of the property.
    public let property: String
    /// What is wrong.
    public let rule: Rule

    /// One sentence.
    public var description: String {
      switch rule {
      case .required: "\(entity) \(object) needs a value for \(property)"
      case .denied(let count):
        "\(entity) \(object) cannot be deleted while it has \(count) \(property)"
      case .count(let count, let least, _) where count < least:
        "\(entity) \(object) has \(count) \(property) and needs \(least) at least"
      case .count(let count, _, let most):
        "\(entity) \(object) has \(count) \(property) and may have \(most ?? count) at most"
      }
    }
  }

  /// What can be wrong with a property.
  public enum Rule: Hashable, Sendable {
    /// It is empty, and must not be.
    case required
    /// The object is to be deleted, and the delete rule is ``DeleteRule/deny``.
    case denied(count: Int)
    /// It has too few or too many members.
    case count(Int, least: Int, most: Int?)
  }

  /// All that is wrong, in the order of the objects.
  public let failures: [Failure]

  /// A sentence for each failure.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}
