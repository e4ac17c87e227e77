extension CompiledModelReading {
  mutating func relationship(
    _ item: KeyedArchive.Item, _ name: String, of entity: String
  ) throws(XcodeModelError) -> RelationshipDescription {
    guard
      let destination = item["NSDestinationEntity"]?.text("NSEntityName")
        ?? item.text("_NSDestinationEntityName")
    else { throw error("leads to no entity", entity: entity, property: name) }
    guard !item.flag("NSIsTransient") else {
      throw error("is a transient relationship, which there is none of here", entity: entity, property: name)
    }
    let inverse =
      item["NSInverseRelationship"]?.text("NSPropertyName") ?? item.text("_NSInverseRelationshipName")
    let (least, most) = (item.integer("NSMinCount") ?? 0, item.integer("NSMaxCount") ?? 0)
    let isToMany = most != 1
    guard !isToMany || inverse != nil else {
      throw error("leads to many objects and has no inverse", entity: entity, property: name)
    }
    let isOptional = item.flag("NSIsOptional")
    if isToMany, isOptional, least > 1 {
      record("\(entity).\(name) may be empty; that it has \(least) members otherwise is not checked")
    }
    return RelationshipDescription(
      name: name, cardinality: isToMany ? .toMany : .toOne, destination: destination, inverse: inverse,
      isOptional: isOptional, deleteRule: try deleteRule(item, name, entity),
      isOrdered: isToMany && item.flag("NSIsOrdered"), minimumCount: isOptional ? 0 : max(1, least),
      // Below 1 stands for no limit.
      maximumCount: isToMany ? (most > 0 ? most : nil) : 1,
      renamingIdentifier: renamingIdentifier(item, name),
      versionHashModifier: item.text("NSVersionHashModifier"),
      userInfo: userInfo(item))
  }

  /// The delete rule by its number in NSRelationshipDescription.h.
  private func deleteRule(
    _ item: KeyedArchive.Item, _ name: String, _ entity: String
  ) throws(XcodeModelError) -> DeleteRule {
    switch item.integer("NSDeleteRule") ?? 1 {
    case 0: return .noAction
    case 1: return .nullify
    case 2: return .cascade
    case 3: return .deny
    case let number: throw error("has the delete rule \(number)", entity: entity, property: name)
    }
  }
}
