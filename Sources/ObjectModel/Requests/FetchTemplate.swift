/// A fetch request by name, with `$variables` for what is known only when it is used.
///
/// ```swift
/// let model = try ManagedObjectModel(
///   entities, templates: [try FetchTemplate("takenSince", entity: "Photo", where: "taken > $date")])
/// let request = try model.fetchRequest(template: "takenSince", of: Photo.self, substituting: ["date": date])
/// ```
///
/// The predicate is kept as text, so that it can be read from a file and written to one.
public struct FetchTemplate: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The name of the entity whose objects are wanted.
  public let entity: String
  /// The predicate's format without arguments; nil for all objects.
  public let format: String?
  /// The order.
  public let order: [FetchOrder]
  /// The maximum number of objects, or `nil` for no limit.
  public let limit: Int?
  /// A Boolean value that indicates whether the result includes objects of subentities.
  public let includesSubentities: Bool
  /// The predicate that the format stands for.
  package let predicate: FetchPredicate?

  /// Describes a request; a limit below 1 is none.
  ///
  /// Throws where and why the format cannot be read.
  public init(
    _ name: String, entity: String, where format: String? = nil, order: [FetchOrder] = [],
    limit: Int? = nil, includesSubentities: Bool = true
  ) throws(PredicateSyntaxError) {
    self.name = name
    self.entity = entity
    self.format = format
    self.order = order
    self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
    self.includesSubentities = includesSubentities
    predicate = if let format { try FetchPredicate(format) } else { nil }
  }
}
