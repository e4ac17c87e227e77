internal import Foundation

extension CompiledModelReading {
  /// The flag in `NSFlagsKey` for data that may be in separate files.
  private static let externalFlag = 4

  /// An attribute; nil when it is left out.
  mutating func attribute(
    _ item: KeyedArchive.Item, _ name: String, of entity: String
  ) throws(XcodeModelError) -> AttributeDescription? {
    let number = item.integer("NSAttributeType") ?? 0
    let isTransient = item.flag("NSIsTransient")
    guard let type = Self.types[number] else {
      guard number == 0, isTransient else {
        let reason =
          number == 0
          ? "has no type, and is not transient" : "is of the type \(number), for which there is none here"
        throw error(reason, entity: entity, property: name)
      }
      record("\(entity).\(name) is transient and has no type; it is left out")
      return nil
    }
    let rules = rules(item, type, "\(entity).\(name)")
    let isExternal = (item.integer("NSFlagsKey") ?? 0) & Self.externalFlag != 0
    if isExternal, type != .binary {
      record("\(entity).\(name) is not binary; it is not kept in files of its own")
    }
    return AttributeDescription(
      name, type, isOptional: item.flag("NSIsOptional"),
      default: defaultValue(item, type, rules, "\(entity).\(name)"),
      isTransient: isTransient, derived: try derivation(item, name, entity),
      transformer: type == .transformable
        ? .named(item.text("NSValueTransformerName") ?? "NSKeyedUnarchiveFromData") : nil,
      rules: rules, allowsExternalStorage: isExternal && type == .binary,
      renamingIdentifier: renamingIdentifier(item, name),
      versionHashModifier: item.text("NSVersionHashModifier"),
      userInfo: userInfo(item))
  }

  /// The types by their numbers in NSAttributeDescription.h.
  private static let types: [Int: AttributeType] = [
    100: .integer16, 200: .integer32, 300: .integer64, 400: .decimal, 500: .double, 600: .float, 700: .string,
    800: .boolean, 900: .date, 1000: .binary, 1100: .uuid, 1200: .uri, 1800: .transformable,
  ]

  // MARK: Values

  private mutating func defaultValue(
    _ item: KeyedArchive.Item, _ type: AttributeType, _ rules: [ValidationRule], _ property: String
  ) -> PropertyValue {
    guard let item = item["NSDefaultValue"] else { return .null }
    guard let value = value(item, type) else {
      record("\(property) starts with a \(item.className ?? "value") that cannot be read; it starts empty")
      return .null
    }
    guard rules.allSatisfy({ $0.holds(for: value) }) else {
      record("\(property) starts with \(value), which its rules forbid; it starts empty")
      return .null
    }
    return value
  }

  /// Returns a value of that type; nil if the object is none.
  private func value(_ item: KeyedArchive.Item, _ type: AttributeType) -> PropertyValue? {
    let number: Double? =
      switch item.number {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .boolean(let flag): flag ? 1 : 0
      default: nil
      }
    return switch type.traits.form {
    case .integer: if case .integer(let number)? = item.number { .integer(number) } else { nil }
    case .real: number.map { .real(type.rounded($0)) }
    case .boolean: number.map { .boolean($0 != 0) }
    case .decimal: number.flatMap { Decimal(string: "\($0)") }.map { .decimal($0) }
    case .date: item.seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .string: item.text.map { .string($0) }
    case .data: item.data.map { .data($0) }
    case .uuid: item.data("NS.uuidbytes").flatMap(Self.uuid).map { .uuid($0) }
    case .url: item.text("NS.relative").flatMap { URL(string: $0) }.map { .url($0) }
    case .transformed: nil
    }
  }

  private static func uuid(_ bytes: Data) -> UUID? {
    bytes.count == 16 ? bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) } : nil
  }

  // MARK: Derivation

  private func derivation(
    _ item: KeyedArchive.Item, _ name: String, _ entity: String
  ) throws(XcodeModelError) -> Derivation? {
    guard item.className == "NSDerivedAttributeDescription" else { return nil }
    guard let derivation = item["NSDerivationExpression"].flatMap(Self.text).flatMap(Derivation.init) else {
      throw error("is derived by an expression that cannot be computed here", entity: entity, property: name)
    }
    return derivation
  }

  /// Returns an archived expression as text: a key path, or a function of one.
  private static func text(_ expression: KeyedArchive.Item) -> String? {
    if let path = keyPath(expression) { return path }
    switch expression.text("NSSelectorName") {
    case "now": return "now()"
    case let selector?:
      guard let argument = expression["NSArguments"]?.elements.first.flatMap(keyPath) else { return nil }
      return "\(selector)(\(argument))"
    case nil: return nil
    }
  }

  /// Returns the key path that an expression reads from the object itself, which archives as a call of `valueForKeyPath:`.
  static func keyPath(_ expression: KeyedArchive.Item) -> String? {
    if let path = expression.text("NSKeyPath") { return path }
    guard ["valueForKeyPath:", "valueForKey:"].contains(expression.text("NSSelectorName") ?? "") else {
      return nil
    }
    let argument = expression["NSArguments"]?.elements.first
    return argument?.text("NSKeyPath") ?? argument?.text("NSConstantValue")
  }

  // MARK: Rules

  /// The rules of an attribute: comparisons of the value, of its length, and with a pattern.
  private mutating func rules(
    _ item: KeyedArchive.Item, _ type: AttributeType, _ property: String
  ) -> [ValidationRule] {
    (item["NSValidationPredicates"]?.elements ?? []).compactMap { predicate in
      if let rule = rule(predicate, type) { return rule }
      record("\(property) has a rule that is no limit, length or pattern; it is left out")
      return nil
    }
  }

  /// The operators of predicates that rules use, by their numbers in NSComparisonPredicate.h.
  private enum Operator: Int {
    case lessThanOrEqual = 1
    case greaterThanOrEqual = 3
    case matches = 6
  }

  private func rule(_ predicate: KeyedArchive.Item, _ type: AttributeType) -> ValidationRule? {
    guard predicate.className == "NSComparisonPredicate",
      let comparison = predicate["NSPredicateOperator"]?.integer("NSOperatorType").flatMap(Operator.init),
      let left = predicate["NSLeftExpression"],
      let constant = predicate["NSRightExpression"]?["NSConstantValue"]
    else { return nil }
    if Self.keyPath(left) == "length", case .integer(let length)? = constant.number {
      return switch comparison {
      case .lessThanOrEqual: .maximumLength(Int(length))
      case .greaterThanOrEqual: .minimumLength(Int(length))
      case .matches: nil
      }
    }
    guard left.className == "NSSelfExpression" else { return nil }
    switch comparison {
    case .matches: return type.isText ? constant.text.map { .pattern($0) } : nil
    case .lessThanOrEqual: return type.isOrdered ? value(constant, type).map { .maximum($0) } : nil
    case .greaterThanOrEqual: return type.isOrdered ? value(constant, type).map { .minimum($0) } : nil
    }
  }
}
