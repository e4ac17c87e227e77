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
/// property's own user info. A subquery cannot begin at them. There is no inverse, and nothing is stored.
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
  private static let source = "FETCH_SOURCE"
  private static let property = "FETCHED_PROPERTY"

  /// Returns the predicate with values in the place of paths from the object and from the property itself.
  ///
  /// - Parameter value: Returns the value, or the values, at a key path from the object.
  package func predicate(with value: (String) -> FetchExpression) -> FetchPredicate? {
    predicate?.replacing { leaf in
      guard case .path(let path) = leaf else { return leaf }
      let rooted = RootedPath(path)
      if rooted.variable == Self.source { return value(rooted.path) }
      return rooted.variable == Self.property ? .value(ownValue(at: rooted.path)) : leaf
    }
  }

  /// Returns the value at a key path from the property itself: its name, or a text of its user info.
  private func ownValue(at path: String) -> PropertyValue {
    if path == "name" || path == "SELF" { return .string(name) }
    let key = path.split(separator: ".", maxSplits: 1)
    guard key.count == 2, key[0] == "userInfo", let text = userInfo[String(key[1])] else { return .null }
    return .string(text)
  }

  /// The key paths from the object that the predicate asks for.
  var sourcePaths: [String] {
    var paths: [String] = []
    _ = predicate(with: { path in
      paths.append(path)
      return .value(.null)
    })
    return paths
  }
}
