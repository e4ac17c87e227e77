internal import ObjectModel

/// Checks an archive against a model, finds the objects that exist, and changes a context.
struct ArchiveImport {
  private let context: ManagedObjectContext
  private let archive: ObjectArchive
  private let model: ManagedObjectModel
  /// The entity of each object.
  private var entities: [Entity] = []
  /// The positions of the objects by their identifiers.
  private var positions: [Int: Int] = [:]
  /// The values of the attributes of each object.
  private var attributes: [[String: PropertyValue]] = []
  /// The values of the attributes that can be parts of unique keys of each object, with the texts derived from them.
  private var keyAttributes: [[String: PropertyValue]] = []
  /// The destinations of the relationships of each object.
  private var destinations: [[String: [Destination]]] = []

  /// A destination of a relationship.
  private enum Destination {
    /// An object of the archive, by its position.
    case archived(Int)
    /// An object of the context.
    case existing(ManagedObject)
  }

  /// The result of the search for an object.
  private enum Search {
    case running
    case done(ManagedObject?)
  }

  init(_ archive: ObjectArchive, in context: ManagedObjectContext) {
    self.archive = archive
    self.context = context
    model = context.model
  }

  mutating func run() throws -> ImportedObjects {
    try readEntities()
    for position in archive.objects.indices { try readValues(position) }
    let found = try find()
    return try change(found)
  }

  // MARK: - Checking

  private mutating func readEntities() throws(ArchiveError) {
    for (position, object) in archive.objects.enumerated() {
      let path = "objects[\(position)]"
      guard let entity = model.entity(named: object.entity), !entity.isLink else {
        throw ArchiveError(path: path + ".@entity", reason: "the model has no entity “\(object.entity)”")
      }
      guard !entity.isAbstract else {
        throw ArchiveError(
          path: path + ".@entity", reason: "\(entity.name) is abstract: name one of its subentities")
      }
      if let other = positions.updateValue(position, forKey: object.id) {
        throw ArchiveError(
          path: path + ".@id", reason: "objects[\(other)] has the identifier \(object.id), too")
      }
      entities.append(entity)
    }
  }

  private mutating func readValues(_ position: Int) throws {
    let entity = entities[position]
    var (attributes, destinations) = ([String: PropertyValue](), [String: [Destination]]())
    for (name, value) in archive.objects[position].values.sorted(by: { $0.key < $1.key }) {
      let path = "objects[\(position)].\(name)"
      if let attribute = entity.attribute(named: name) {
        attributes[name] = try read(value, of: attribute, path)
      } else if let relationship = entity.relationship(name) {
        destinations[name] = try read(value, of: relationship, path)
      } else {
        throw ArchiveError(path: path, reason: "the entity \(entity.name) has no such property")
      }
    }
    self.attributes.append(attributes)
    keyAttributes.append(attributes.merging(derivedTexts(of: entity, from: attributes)) { $1 })
    self.destinations.append(destinations)
  }

  /// Returns the derived texts whose sources are among some attributes.
  private func derivedTexts(
    of entity: Entity, from attributes: [String: PropertyValue]
  ) -> [String: PropertyValue] {
    var values = entity.defaultValues
    for (name, value) in attributes {
      if let slot = entity.slot(of: name) { values[slot] = value }
    }
    entity.deriveTexts(in: &values)
    var texts: [String: PropertyValue] = [:]
    for slot in entity.derivedSlots {
      guard let source = entity.textSource(ofSlot: slot), attributes[entity.name(ofSlot: source)] != nil
      else { continue }
      texts[entity.name(ofSlot: slot)] = values[slot]
    }
    return texts
  }

  private func read(
    _ value: ArchivedValue, of attribute: AttributeDescription, _ path: String
  ) throws(ArchiveError) -> PropertyValue {
    guard attribute.derivation == nil else {
      throw ArchiveError(path: path, reason: "the store computes the attribute: leave it out")
    }
    guard let found = value.value(of: attribute.type) else {
      throw ArchiveError(path: path, reason: "the attribute is \(attribute.type.phrase), not \(value.phrase)")
    }
    return found
  }

  private func read(
    _ value: ArchivedValue, of relationship: RelationshipDescription, _ path: String
  ) throws -> [Destination] {
    switch (relationship.cardinality, value) {
    case (.toOne, .null): return []
    case (.toOne, _): return [try destination(value, of: relationship, path)]
    case (.toMany, .list(let values)):
      return try values.enumerated().map { try destination($1, of: relationship, "\(path)[\($0)]") }
    case (.toMany, _):
      throw ArchiveError(
        path: path, reason: "the relationship leads to many objects, so it is a list, not \(value.phrase)")
    }
  }

  private func destination(
    _ value: ArchivedValue, of relationship: RelationshipDescription, _ path: String
  ) throws -> Destination {
    guard let number = model.number(ofEntity: relationship.destination) else {
      throw ArchiveError(path: path, reason: "the model has no entity “\(relationship.destination)”")
    }
    let family = model.family(of: number)
    switch value {
    case .integer(let id):
      guard let position = Int(exactly: id).flatMap({ positions[$0] }) else {
        throw ArchiveError(path: path, reason: "no object of the archive has the identifier \(id)")
      }
      guard family.contains(entities[position].number) else {
        throw ArchiveError(
          path: path,
          reason:
            "it must be of \(relationship.destination), and the object \(id) is of \(entities[position].name)"
        )
      }
      return .archived(position)
    case .key(let key): return .existing(try existing(model[number], key, path))
    default:
      throw ArchiveError(path: path, reason: "it is an identifier or a unique key, not \(value.phrase)")
    }
  }

  private func existing(
    _ entity: Entity, _ key: [String: ArchivedValue], _ path: String
  ) throws -> ManagedObject {
    guard !key.isEmpty else { throw ArchiveError(path: path, reason: "the key is empty") }
    var parts: [FetchPredicate] = []
    for (name, value) in key.sorted(by: { $0.key < $1.key }) {
      guard let attribute = entity.attribute(named: name) else {
        throw ArchiveError(path: "\(path).\(name)", reason: "the entity \(entity.name) has no such attribute")
      }
      let value = try read(value, of: attribute, "\(path).\(name)")
      parts.append(.comparison(.init(name, .equal, .value(value))))
    }
    let found = try context.fetch(
      FetchRequest<ManagedObject>(entity: entity.name, where: .and(parts), limit: 2))
    guard found.count == 1 else {
      throw ArchiveError(
        path: path, reason: "\(found.isEmpty ? "no" : "more than one") object of \(entity.name) has the key")
    }
    return found[0]
  }

  // MARK: - Finding

  /// Returns the object of each position that exists.
  private func find() throws -> [ManagedObject?] {
    var searches = [Search?](repeating: nil, count: entities.count)
    for position in entities.indices { try find(position, &searches) }
    var claimed: [ManagedObjectID: Int] = [:]
    var keys: [[PropertyValue]: Int] = [:]
    return try searches.enumerated().map { position, search in
      guard case .done(let object) = search else { return nil }
      if let object, let other = claimed.updateValue(position, forKey: object.objectID) {
        throw ArchiveError(path: "objects[\(position)]", reason: "it is the same object as objects[\(other)]")
      }
      for (number, names) in entities[position].uniquenessConstraints.enumerated() {
        let values = names.compactMap { keyAttributes[position][$0] }.filter { !$0.isNull }
        guard values.count == names.count else { continue }
        let owner = Int64(entities[position].constraintOwners[number].distance(to: 0))
        let key = [.integer(owner), .string(names.joined(separator: ","))] + values
        if let other = keys.updateValue(position, forKey: key) {
          throw ArchiveError(
            path: "objects[\(position)]",
            reason: "it has the same \(names.joined(separator: ", ")) as objects[\(other)]")
        }
      }
      return object
    }
  }

  /// Finds an object, and before it the objects that are parts of its unique keys.
  ///
  /// In a circle of these, none is found by the others. A chain of them can be as long as the archive: the objects that are
  /// being found are in an array, because a recursion would overflow the stack.
  private func find(_ first: Int, _ searches: inout [Search?]) throws {
    var path = [first]
    while let position = path.last {
      switch searches[position] {
      case .done: path.removeLast()
      case .running:
        searches[position] = .done(try object(at: position, searches))
        path.removeLast()
      case nil:
        searches[position] = .running
        path += keyDestinations(of: position).filter { searches[$0] == nil }
      }
    }
  }

  /// Returns the positions of the objects that are parts of the unique keys of an object.
  private func keyDestinations(of position: Int) -> [Int] {
    entities[position].uniquenessConstraints.joined().compactMap { name in
      guard case .archived(let other) = destinations[position][name]?.first else { return nil }
      return other
    }
  }

  /// Returns the object with the values of a uniqueness constraint; nil if there is none.
  private func object(at position: Int, _ searches: [Search?]) throws -> ManagedObject? {
    let entity = entities[position]
    var found: ManagedObject?
    for (number, names) in entity.uniquenessConstraints.enumerated() {
      guard let predicate = key(names, position, searches) else { continue }
      let owner = model[entity.constraintOwners[number]].name
      let request = FetchRequest<ManagedObject>(entity: owner, where: predicate, limit: 1)
      guard let object = try context.fetch(request).first else { continue }
      let key = names.joined(separator: ", ")
      guard object.entity === entity else {
        throw ArchiveError(
          path: "objects[\(position)]",
          reason: "it is of \(entity.name), and an object of \(object.entity.name) has the same \(key)")
      }
      guard found == nil || found == object else {
        throw ArchiveError(
          path: "objects[\(position)]",
          reason: "its unique keys are those of two objects, one of them by \(key)")
      }
      found = object
    }
    return found
  }

  /// Returns the predicate for the values of a uniqueness constraint; nil if the archive does not have all of them.
  private func key(
    _ names: [String], _ position: Int, _ searches: [Search?]
  ) -> FetchPredicate? {
    var parts: [FetchPredicate] = []
    for name in names {
      var value = keyAttributes[position][name] ?? .null
      switch destinations[position][name]?.first {
      case .existing(let object): value = .reference(object.objectID)
      case .archived(let other):
        guard case .done(let object?) = searches[other] else { return nil }
        value = .reference(object.objectID)
      case nil: break
      }
      if value.isNull { return nil }
      parts.append(.comparison(.init(name, .equal, .value(value))))
    }
    return .and(parts)
  }

  // MARK: - Changing

  private func change(_ found: [ManagedObject?]) throws -> ImportedObjects {
    var imported = ImportedObjects()
    let objects = try insertMissing(found)
    for (position, object) in objects.enumerated() {
      imported.ids[archive.objects[position].id] = object.objectID
      if found[position] == nil {
        imported.inserted.insert(object.objectID)
      } else {
        imported.found.insert(object.objectID)
      }
      object.setValuesForKeys(attributes[position])
    }
    for (position, object) in objects.enumerated() {
      for (name, ends) in destinations[position].sorted(by: { $0.key < $1.key }) {
        let members = ends.map { end in
          switch end {
          case .archived(let other): objects[other]
          case .existing(let object): object
          }
        }
        set(name, of: object, to: members)
      }
    }
    return imported
  }

  /// Inserts the objects that were not found; the only step that can fail, so it is the first one.
  private func insertMissing(_ found: [ManagedObject?]) throws -> [ManagedObject] {
    var inserted: [ManagedObject] = []
    do {
      return try zip(found, entities).map { object, entity in
        if let object { return object }
        let object = try context.insert(entityNamed: entity.name)
        inserted.append(object)
        return object
      }
    } catch {
      for object in inserted { context.delete(object) }
      throw error
    }
  }

  private func set(_ name: String, of object: ManagedObject, to members: [ManagedObject]) {
    guard let relationship = object.entity.relationship(name) else { return }
    switch (relationship.cardinality, relationship.isOrdered) {
    case (.toOne, _):
      object.setValue(members.first.map { .reference($0.objectID) } ?? .null, forKey: name)
    case (.toMany, false): ObjectSet<ManagedObject>(owner: object, name: name).replace(with: members)
    case (.toMany, true): OrderedObjectSet<ManagedObject>(owner: object, name: name).replace(with: members)
    }
  }
}
