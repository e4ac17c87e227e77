/// A property of an entity that is fetched each time it is read: objects that match a predicate, which knows the
/// object that is asked.
///
/// ```swift
/// try FetchedPropertyDescription(
///   "sameDay", entity: "Photo", where: "taken == $FETCH_SOURCE.taken AND SELF != $FETCH_SOURCE",
///   order: [FetchOrder("title")])
/// ```
///
/// `$FETCH_SOURCE` is the object, `$FETCH_SOURCE.path` what lies at the end of a key path from it (several values after
/// `IN` where the path leads through a to-many relationship), and `$FETCHED_PROPERTY.userInfo.key` a text of the
/// property's own user info. There is no inverse, and nothing is stored.
///
/// Core Data keeps what it has fetched until the object is refreshed, has no order, and shows nothing of what a
/// parent context has not saved: here each reading is a fetch of the object's own context.
public struct FetchedPropertyDescription: Sendable, Hashable {
  /// The name of the property.
  public let name: String
  /// The name of the entity whose objects are fetched.
  public let entity: String
  /// The predicate's format without arguments; nil for all objects.
  public let format: String?
  /// The order of the objects; those that it leaves equal are in the order of their IDs.
  public let order: [FetchOrder]
  /// The maximum number of objects, or `nil` for no limit.
  public let limit: Int?
  /// Whatever the application wants to know of the property; the predicate can ask for it.
  public let userInfo: [String: String]
  /// The predicate that the format stands for.
  package let predicate: FetchPredicate?

  /// Describes a fetched property; a limit below 1 is none.
  ///
  /// Throws where and why the format cannot be read.
  public init(
    _ name: String, entity: String, where format: String? = nil, order: [FetchOrder] = [],
    limit: Int? = nil, userInfo: [String: String] = [:]
  ) throws(PredicateSyntaxError) {
    self.name = name
    self.entity = entity
    self.format = format
    self.order = order
    self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
    self.userInfo = userInfo
    predicate =
      if let format { try FetchPredicate(format, objects: [Self.source, Self.property]) } else { nil }
  }
}

// MARK: - Variables of the predicate

extension FetchedPropertyDescription {
  package static let source = "FETCH_SOURCE"
  package static let property = "FETCHED_PROPERTY"

  /// The key paths from the object that the predicate asks for.
  var sourcePaths: [String] {
    var paths: [String] = []
    _ = predicate?.replacing { leaf in
      if case .path(let path) = leaf, RootedPath(path).variable == Self.source {
        paths.append(RootedPath(path).path)
      }
      return leaf
    }
    return paths
  }
}
