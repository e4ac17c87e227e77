internal import ObjectModel

/// A key path on its way from an object: the objects that it has reached, and what is left of it.
struct KeyPathWalk {
  enum Result {
    case one(PropertyValue)
    case many([PropertyValue])
  }

  /// The result of the walk so far.
  private(set) var result = Result.one(.null)

  private let path: String
  private let model: ManagedObjectModel?
  private let context: ManagedObjectContext?
  private var objects: [ManagedObject]
  /// The entity of the objects; nil if there is no model to look it up in, so that nothing can be judged any more.
  private var entity: Entity?
  private var isToMany = false

  init(_ path: String, from object: ManagedObject) {
    self.path = path
    let object = object.resolved
    context = object.context
    model = context?.model
    objects = [object]
    entity = object.entity
    result = walk(path.split(separator: ".", omittingEmptySubsequences: false)[...])
  }

  private mutating func walk(_ names: ArraySlice<Substring>) -> Result {
    var names = names
    while let name = names.popFirst() {
      if name.first == "@" { return gather(String(name), names) }
      narrow(to: String(name))
      if names.isEmpty, let values = attributeValues(String(name)) {
        return isToMany ? .many(values.filter { !$0.isNull }) : .one(values.first ?? .null)
      }
      follow(String(name))
    }
    let ends = objects.map { PropertyValue.reference($0.objectID) }
    return isToMany ? .many(ends) : .one(ends.first ?? .null)
  }

  /// The values of an attribute; nil when the name is not that of one.
  private func attributeValues(_ name: String) -> [PropertyValue]? {
    guard let entity else { return [] }
    guard let slot = entity.slot(of: name), entity.attribute(inSlot: slot) != nil else { return nil }
    return objects.map { $0.value(forKey: name) }
  }

  /// Moves to the destination objects of a relationship.
  private mutating func follow(_ name: String) {
    guard let entity else { return }
    guard let relationship = entity.relationship(name) else {
      let kind = entity.slot(of: name) == nil ? "no property \(name)" : "no relationship \(name)"
      misuse("\(entity.name) has \(kind), which the key path \(path) names")
    }
    objects = objects.flatMap { object in
      object.ids(forKey: name).sorted().compactMap { context?.object(with: $0) }.filter { !$0.isGone }
    }
    if relationship.cardinality == .toMany { isToMany = true }
    // An object without a context leads nowhere: what follows cannot be looked up.
    let destination = model?.entity(named: relationship.destination)
    // A single object can have properties that the destination of the relationship lacks.
    self.entity = isToMany ? destination : objects.first?.entity ?? destination
  }

  /// Makes the entity of an object that is not there the first sub-entity with a property that the entity lacks.
  ///
  /// A path that fits some objects must not trap because there is none.
  private mutating func narrow(to name: String) {
    guard objects.isEmpty, !isToMany, let entity, !has(name, entity), let model,
      let number = model.number(ofEntity: entity.name)
    else { return }
    let family = model.family(of: number).compactMap { model.entity(numbered: $0) }
    if let owner = family.first(where: { has(name, $0) }) { self.entity = owner }
  }

  private func has(_ name: String, _ entity: Entity) -> Bool {
    entity.slot(of: name) != nil || entity.relationship(name) != nil
  }

  // MARK: Operators

  private mutating func gather(_ name: String, _ rest: ArraySlice<Substring>) -> Result {
    require(isToMany, "\(name) in the key path \(path) needs a to-many relationship before it")
    guard let gathering = KeyPathOperator(rawValue: name) else {
      let all = KeyPathOperator.allCases.map(\.rawValue).joined(separator: ", ")
      misuse("the key path \(path) has the operator \(name); there are \(all)")
    }
    if gathering == .count {
      require(rest.isEmpty, "nothing can follow @count in the key path \(path)")
      return .one(.integer(Int64(objects.count)))
    }
    require(!rest.isEmpty, "\(name) in the key path \(path) needs a property after it")
    guard case .many(let values) = walk(rest) else { return result }
    // An object without a context leads nowhere: what follows was not looked up, and cannot be judged.
    let type = entity?.slot(of: String(rest.last ?? "")).flatMap { entity?.attribute(inSlot: $0) }?.type
    require(
      context == nil || gathering.accepts(type),
      "\(name) in the key path \(path) is for \(gathering.demand)")
    return gathering.apply(to: values, of: type)
  }
}

extension KeyPathOperator {
  /// Returns the value or values that are made of many; values that do not fit the type are passed over.
  fileprivate func apply(to all: [PropertyValue], of type: AttributeType?) -> KeyPathWalk.Result {
    let values = type.map { type in all.filter { type.misfit($0) == nil } } ?? all
    switch self {
    case .count: return .one(.integer(Int64(all.count)))
    case .sum: return .one(Aggregate.sum.apply(to: values, of: type))
    case .average: return .one(Aggregate.average.apply(to: values, of: type))
    case .minimum: return .one(Aggregate.minimum.apply(to: values, of: type))
    case .maximum: return .one(Aggregate.maximum.apply(to: values, of: type))
    case .union: return .many(values)
    case .distinctUnion:
      var seen: Set<PropertyValue> = []
      return .many(values.filter { seen.insert($0).inserted })
    }
  }
}
