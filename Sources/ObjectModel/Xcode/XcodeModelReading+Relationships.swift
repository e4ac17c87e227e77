extension XcodeModelReading {
  mutating func relationship(
    _ element: XMLElement, of entity: String
  ) throws(XcodeModelError) -> RelationshipDescription {
    let name = try name(of: element, entity)
    guard let destination = element["destinationEntity"] else {
      throw error("leads to no entity", entity: entity, property: name)
    }
    guard !element.flag("transient") else {
      throw error("is a transient relationship, which there is none of here", entity: entity, property: name)
    }
    let isToMany = element.flag("toMany")
    guard !isToMany || element["inverseName"] != nil else {
      throw error("leads to many objects and has no inverse", entity: entity, property: name)
    }
    let isOptional = element.flag("optional")
    let counts = isToMany ? try counts(element, isOptional, entity, name) : (isOptional ? 0 : 1, 1)
    return RelationshipDescription(
      name: name, cardinality: isToMany ? .toMany : .toOne, destination: destination,
      inverse: element["inverseName"], isOptional: isOptional,
      deleteRule: try deleteRule(element, entity, name),
      isOrdered: isToMany && element.flag("ordered"), minimumCount: counts.0, maximumCount: counts.1,
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      userInfo: element.userInfo)
  }

  /// Returns the minimum and maximum number of members.
  private mutating func counts(
    _ element: XMLElement, _ isOptional: Bool, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> (Int, Int?) {
    var counts: [Int?] = []
    for key in ["minCount", "maxCount"] {
      let text = element[key]
      let count = text.flatMap { Int($0) }
      guard text == nil || count != nil else {
        throw error("has a \(key) that is no number", entity: entity, property: name)
      }
      // Below 1 stands for no limit.
      counts.append(count.flatMap { $0 > 0 ? $0 : nil })
    }
    guard isOptional else { return (counts[0] ?? 1, counts[1]) }
    if let least = counts[0], least > 1 {
      record("\(entity).\(name) may be empty; that it has \(least) members otherwise is not checked")
    }
    return (0, counts[1])
  }

  private func deleteRule(
    _ element: XMLElement, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> DeleteRule {
    switch element["deletionRule"] {
    case nil, "Nullify": return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    case let rule?: throw error("has the delete rule \(rule)", entity: entity, property: name)
    }
  }
}
