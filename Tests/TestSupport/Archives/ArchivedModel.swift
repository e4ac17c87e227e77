public import Foundation
public import ObjectGraph

/// A model in the form in which Core Data archives its own: the keys and numbers are those of public headers and of readers of
/// such files.
public struct ArchivedModel {
  private var builder = KeyedArchiveBuilder()
  private let entities: [EntityDescription]
  private var places: [String: Int] = [:]
  private var propertyPlaces: [String: Int] = [:]

  /// Returns the archive of a model.
  ///
  /// - Parameter entities: The entities. Their subentities repeat what they inherit.
  public static func data(of entities: [EntityDescription]) -> Data {
    var archived = ArchivedModel(entities)
    return archived.data()
  }

  private init(_ entities: [EntityDescription]) { self.entities = entities }

  private mutating func data() -> Data {
    for entity in entities {
      places[entity.name] = builder.reserve()
      for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
        propertyPlaces["\(entity.name).\(name)"] = builder.reserve()
      }
    }
    for entity in entities { add(entity) }
    let all = builder.dictionary(places.mapValues { .uid($0) })
    let identifiers = builder.array([text("1.2")], of: "NSSet")
    let root = builder.object(
      "NSManagedObjectModel", ["NSEntities": all, "NSVersionIdentifiers": identifiers])
    return builder.archive(root: root)
  }

  private mutating func text(_ text: String) -> KeyedArchiveBuilder.Value { builder.add(.text(text)) }

  private func place(_ entity: String) -> KeyedArchiveBuilder.Value { .uid(places[entity] ?? 0) }

  private mutating func add(_ entity: EntityDescription) {
    for attribute in entity.attributes { add(attribute, of: entity.name) }
    for relationship in entity.relationships { add(relationship, of: entity.name) }
    var properties: [String: KeyedArchiveBuilder.Value] = [:]
    var next: EntityDescription? = entity
    while let described = next {
      for name in described.attributes.map(\.name) + described.relationships.map(\.name) {
        properties[name] = .uid(propertyPlaces["\(described.name).\(name)"] ?? 0)
      }
      next = entities.first { $0.name == described.parent }
    }
    var keys: [String: KeyedArchiveBuilder.Value] = [
      "NSEntityName": text(entity.name), "NSClassNameForEntity": text("NSManagedObject"),
      "NSProperties": builder.dictionary(properties), "NSVersionHashModifier": .uid(0),
    ]
    if let parent = entity.parent { keys["NSSuperentity"] = place(parent) }
    if entity.isAbstract { keys["NSIsAbstract"] = .flag(true) }
    if let identifier = entity.renamingIdentifier { keys["NSRenamingIdentifier"] = text(identifier) }
    if !entity.uniquenessConstraints.isEmpty {
      var tuples: [KeyedArchiveBuilder.Value] = []
      for names in entity.uniquenessConstraints {
        let items = names.map { text($0) }
        tuples.append(builder.array(items))
      }
      keys["NSUniqueTuples"] = builder.array(tuples)
    }
    _ = builder.object("NSEntityDescription", keys, at: places[entity.name])
  }

  private static let types: [AttributeType: Int] = [
    .integer16: 100, .integer32: 200, .integer64: 300, .decimal: 400, .double: 500, .float: 600, .string: 700,
    .boolean: 800, .date: 900, .binary: 1000, .uuid: 1100, .uri: 1200, .transformable: 1800,
  ]

  private mutating func add(_ attribute: AttributeDescription, of entity: String) {
    var keys: [String: KeyedArchiveBuilder.Value] = [
      "NSPropertyName": text(attribute.name), "NSEntity": place(entity),
      "NSAttributeType": .integer(Self.types[attribute.type] ?? 0), "_P": .integer(0),
    ]
    if let identifier = attribute.renamingIdentifier { keys["NSRenamingIdentifier"] = text(identifier) }
    if attribute.isOptional { keys["NSIsOptional"] = .flag(true) }
    if attribute.isTransient { keys["NSIsTransient"] = .flag(true) }
    if attribute.allowsExternalStorage { keys["NSFlagsKey"] = .integer(4) }
    if let value = defaultValue(attribute.defaultValue) { keys["NSDefaultValue"] = value }
    if !attribute.rules.isEmpty {
      let rules = attribute.rules.map { rule($0) }
      keys["NSValidationPredicates"] = builder.array(rules)
    }
    if let derivation = attribute.derivation { keys["NSDerivationExpression"] = expression(derivation) }
    let name = attribute.derivation == nil ? "NSAttributeDescription" : "NSDerivedAttributeDescription"
    _ = builder.object(name, keys, at: propertyPlaces["\(entity).\(attribute.name)"])
  }

  private mutating func add(_ relationship: RelationshipDescription, of entity: String) {
    let rules: [DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    var keys: [String: KeyedArchiveBuilder.Value] = [
      "NSPropertyName": text(relationship.name), "NSEntity": place(entity),
      "NSDestinationEntity": place(relationship.destination),
      "NSDeleteRule": .integer(rules.firstIndex(of: relationship.deleteRule) ?? 1),
      "NSMinCount": .integer(relationship.minimumCount),
      "NSMaxCount": .integer(relationship.maximumCount ?? 0),
    ]
    if relationship.isOptional { keys["NSIsOptional"] = .flag(true) }
    if relationship.isOrdered { keys["NSIsOrdered"] = .flag(true) }
    if let inverse = relationship.inverse {
      keys["NSInverseRelationship"] = .uid(propertyPlaces["\(relationship.destination).\(inverse)"] ?? 0)
    }
    _ = builder.object(
      "NSRelationshipDescription", keys, at: propertyPlaces["\(entity).\(relationship.name)"])
  }

  private mutating func defaultValue(_ value: PropertyValue) -> KeyedArchiveBuilder.Value? {
    switch value {
    case .integer(let number): builder.add(.integer(Int(number)))
    case .real(let number): builder.add(.real(number))
    case .boolean(let flag): builder.add(.flag(flag))
    case .string(let text): self.text(text)
    case .data(let data): builder.object("NSData", ["NS.data": .data(data)])
    case .date(let date): builder.object("NSDate", ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case .url(let url): builder.object("NSURL", ["NS.relative": text(url.absoluteString)])
    case .uuid(let uuid):
      builder.object("NSUUID", ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })])
    default: nil
    }
  }

  // MARK: Predicates and expressions

  private mutating func rule(_ rule: ValidationRule) -> KeyedArchiveBuilder.Value {
    let own = builder.object("NSSelfExpression", ["NSExpressionType": .integer(1)])
    switch rule {
    case .minimum(let value): return comparison(own, 3, defaultValue(value) ?? .uid(0))
    case .maximum(let value): return comparison(own, 1, defaultValue(value) ?? .uid(0))
    case .minimumLength(let length): return comparison(keyPath("length"), 3, builder.add(.integer(length)))
    case .maximumLength(let length): return comparison(keyPath("length"), 1, builder.add(.integer(length)))
    case .pattern(let pattern): return comparison(own, 6, text(pattern.text))
    }
  }

  private mutating func comparison(
    _ left: KeyedArchiveBuilder.Value, _ type: Int, _ constant: KeyedArchiveBuilder.Value
  ) -> KeyedArchiveBuilder.Value {
    let operation = builder.object("NSComparisonPredicateOperator", ["NSOperatorType": .integer(type)])
    let right = builder.object("NSConstantValueExpression", ["NSConstantValue": constant])
    return builder.object(
      "NSComparisonPredicate",
      ["NSPredicateOperator": operation, "NSLeftExpression": left, "NSRightExpression": right])
  }

  private mutating func keyPath(_ path: String) -> KeyedArchiveBuilder.Value {
    let specifier = builder.object("NSKeyPathSpecifierExpression", ["NSKeyPath": text(path)])
    let arguments = builder.array([specifier])
    return builder.object(
      "NSKeyPathExpression",
      [
        "NSSelectorName": text("valueForKeyPath:"), "NSArguments": arguments,
        "NSOperand": builder.object("NSSelfExpression", ["NSExpressionType": .integer(1)]),
      ])
  }

  private mutating func expression(_ derivation: Derivation) -> KeyedArchiveBuilder.Value {
    switch derivation {
    case .count, .sum: return keyPath(derivation.description)
    case .now: return builder.object("NSFunctionExpression", ["NSSelectorName": text("now")])
    case .lowercase(let name), .canonical(let name):
      let arguments = builder.array([keyPath(name)])
      let selector = derivation.description.prefix { $0 != "(" }
      return builder.object(
        "NSFunctionExpression", ["NSSelectorName": text(String(selector)), "NSArguments": arguments])
    }
  }
}
