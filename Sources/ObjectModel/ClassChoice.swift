/// The classes of entities that a file describes, which knows none.
struct ClassChoice {
  private let parents: [String: String]
  private let classes: (String) -> (any EntityObject.Type)?

  /// `parents` are the entities that inherit, with those from which they do.
  init(parents: [(String, String)], classes: @escaping (String) -> (any EntityObject.Type)?) {
    self.parents = Dictionary(parents, uniquingKeysWith: { first, _ in first })
    self.classes = classes
  }

  /// Returns the class of an entity, or of its nearest ancestor that has one; `nil` if there is none.
  func objectClass(of name: String) -> (any EntityObject.Type)? {
    var (name, seen): (String?, Set<String>) = (name, [])
    while let next = name, seen.insert(next).inserted {
      if let found = classes(next) { return found }
      name = parents[next]
    }
    return nil
  }
}
