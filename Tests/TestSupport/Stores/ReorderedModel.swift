package import ObjectGraph

/// Two versions of a model with the same hashes, whose rows have other slots: things with owners and keepers.
package enum ReorderedModel {
  private static func model(isLater: Bool) throws -> ManagedObjectModel {
    let mood = AttributeDescription("mood", .string, isOptional: true, isTransient: true)
    let name = AttributeDescription("name", .string, isOptional: true)
    let relationships: [RelationshipDescription] = [
      .toOne("owner", "Person", inverse: "owned"), .toOne("keeper", "Person", inverse: "kept"),
    ]
    return try ManagedObjectModel([
      EntityDescription(
        nil, name: "Person", attributes: [name],
        relationships: [
          .toMany("owned", "Thing", inverse: "owner"), .toMany("kept", "Thing", inverse: "keeper"),
        ]),
      EntityDescription(
        nil, name: "Thing", attributes: isLater ? [mood, name] : [name],
        relationships: isLater ? relationships.reversed() : relationships),
    ])
  }

  /// Lets programs with one store and both versions follow each other, and returns the numbers of things that two persons own and
  /// keep, as the other program shows them: after an insertion, after two moves to another owner, and after a deletion.
  @MainActor package static func counts(
    _ open: (ManagedObjectModel) throws -> any PersistentStore
  ) async throws -> [[Int]] {
    let earlier = try PersistentContainer(store: open(model(isLater: false)), followsExternalChanges: true)
    let later = try PersistentContainer(store: open(model(isLater: true)), followsExternalChanges: true)
    let context = earlier.viewContext
    let persons = try (0..<2).map { _ in try context.insert(entityNamed: "Person").objectID }
    let thing = try context.insert(entityNamed: "Thing")
    for (name, person) in zip(["owner", "keeper"], persons) {
      thing.setValue(.reference(person), forKey: name)
    }
    func counts(_ container: PersistentContainer) -> [Int] {
      persons.flatMap { id in
        let person = container.viewContext.object(with: id)
        return ["owned", "kept"].map { person.ids(forKey: $0).count }
      }
    }
    try context.save()
    try await later.coordinator.mergeExternalChanges()
    var found = [counts(later)]
    thing.setValue(.reference(persons[1]), forKey: "owner")
    try context.save()
    try await later.coordinator.mergeExternalChanges()
    found.append(counts(later))
    let same = later.viewContext.object(with: thing.objectID)
    same.setValue(.reference(persons[0]), forKey: "owner")
    try later.viewContext.save()
    try await earlier.coordinator.mergeExternalChanges()
    found.append(counts(earlier))
    later.viewContext.delete(same)
    try later.viewContext.save()
    try await earlier.coordinator.mergeExternalChanges()
    return found + [counts(earlier)]
  }

  /// The numbers that ``counts(_:)`` must return.
  package static let expected = [[1, 0, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0, 0]]
}
