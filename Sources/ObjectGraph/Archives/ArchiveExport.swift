internal import ObjectModel

/// Makes an archive of objects.
struct ArchiveExport {
  private let context: ManagedObjectContext
  private let objects: [ManagedObject]
  /// The identifiers in the archive.
  private let numbers: [ManagedObjectID: Int]

  init(_ objects: some Sequence<ManagedObject>, in context: ManagedObjectContext) {
    self.context = context
    let present = Set(objects).filter { !$0.isDeleted && $0.managedObjectContext === context }
    self.objects = present.sorted {
      ($0.entity.name, $0.objectID.key) < ($1.entity.name, $1.objectID.key)
    }
    numbers = Dictionary(uniqueKeysWithValues: zip(self.objects.map(\.objectID), 1...))
  }

  func archive() throws(ArchiveError) -> ObjectArchive {
    var archive = ObjectArchive()
    for (index, object) in objects.enumerated() {
      archive.objects.append(
        ArchivedObject(entity: object.entity.name, id: index + 1, values: try values(of: object)))
    }
    return archive
  }

  private func values(of object: ManagedObject) throws(ArchiveError) -> [String: ArchivedValue] {
    var values: [String: ArchivedValue] = [:]
    for attribute in object.entity.attributes where !attribute.isTransient && attribute.derivation == nil {
      let path = "\(object.entity.name) \(object.objectID), \(attribute.name)"
      guard let value = ArchivedValue(object.value(forKey: attribute.name)) else {
        throw ArchiveError(path: path, reason: "its value cannot be encoded")
      }
      values[attribute.name] = value
    }
    for relationship in object.entity.relationships where isArchived(relationship) {
      let path = "\(object.entity.name) \(object.objectID), \(relationship.name)"
      var destinations: [ArchivedValue] = []
      for destination in object.objects(forKey: relationship.name) {
        destinations.append(try reference(to: destination, of: relationship, path))
      }
      values[relationship.name] =
        relationship.cardinality == .toMany ? .list(destinations) : destinations.first ?? .null
    }
    return values
  }

  /// Returns whether an archive contains the relationship, or its inverse says the same.
  private func isArchived(_ relationship: RelationshipDescription) -> Bool {
    guard relationship.cardinality == .toMany, !relationship.isOrdered, let inverse = relationship.inverse,
      let back = context.model.entity(named: relationship.destination)?.relationship(inverse)
    else { return true }
    return back.cardinality == .toMany && (back.isOrdered || relationship.name <= inverse)
  }

  private func reference(
    to object: ManagedObject, of relationship: RelationshipDescription, _ path: String
  ) throws(ArchiveError) -> ArchivedValue {
    if let number = numbers[object.objectID] { return .integer(Int64(number)) }
    // An import looks the key up among all objects to which the relationship can lead.
    let entity = context.model.entity(named: relationship.destination) ?? object.entity
    for names in entity.uniquenessConstraints {
      let values = names.compactMap { name -> (String, ArchivedValue)? in
        guard let attribute = entity.attribute(named: name), attribute.derivation == nil else { return nil }
        let value = object.value(forKey: name)
        return value.isNull ? nil : ArchivedValue(value).map { (name, $0) }
      }
      if values.count == names.count { return .key(Dictionary(uniqueKeysWithValues: values)) }
    }
    throw ArchiveError(
      path: path,
      reason: "it leads to \(object.entity.name) \(object.objectID), which is not among the archived objects "
        + "and has no unique key of attributes of \(entity.name): archive it too")
  }
}
