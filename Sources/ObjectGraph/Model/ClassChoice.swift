/// The classes of entities that a file describes, which knows none.
struct ClassChoice {
  private let parents: [String: String]
  private let classes: (String) -> ManagedObject.Type?

  /// `parents` are the entities that inherit, with those from which they do.
  init(parents: [(String, String)], classes: @escaping (String) -> ManagedObject.Type?) {
    self.parents = Dictionary(parents, uniquingKeysWith: { first, _ in first })
    self.classes = classes
  }

  /// The class of an entity, or of the nearest one above it that has one; ``ManagedObject`` in the end.
  func objectClass(of name: String) -> ManagedObject.Type {
    var (name, seen): (String?, Set<String>) = (name, [])
    while let next = name, seen.insert(next).inserted {
      if let found = classes(next) { return found }
      name = parents[next]
    }
    return ManagedObject.self
  }
}
