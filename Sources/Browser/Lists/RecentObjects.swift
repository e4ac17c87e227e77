import ObjectGraph

/// The objects that were used last, kept so that the next frame finds them with their values.
///
/// An object is kept until at least 256 others have been used after it, and those that are used together are kept together,
/// however many.
struct RecentObjects {
  private static let fewest = 256

  private var objects: [ManagedObjectID: ManagedObject] = [:]
  /// The objects before these.
  private var former: [ManagedObjectID: ManagedObject] = [:]

  /// Keeps objects that are used together.
  mutating func insert(_ used: [ManagedObject]) {
    makeRoom(for: used.count)
    for object in used { keep(object) }
  }

  /// Keeps an object.
  mutating func insert(_ object: ManagedObject) {
    makeRoom(for: 1)
    keep(object)
  }

  private mutating func makeRoom(for count: Int) {
    if objects.count >= max(Self.fewest, count) { (former, objects) = (objects, [:]) }
  }

  private mutating func keep(_ object: ManagedObject) {
    if objects[object.objectID] !== object { objects[object.objectID] = object }
  }
}
