internal import Foundation

extension XcodeModelReading {
  /// An attribute; nil when it is left out.
  mutating func attribute(
    _ element: XMLElement, of entity: String
  ) throws(XcodeModelError) -> AttributeDescription? {
    let name = try name(of: element, entity)
    guard let type = try type(element, entity, name) else { return nil }
    let rules = try rules(element, type, entity, name)
    return AttributeDescription(
      name, type, isOptional: element.flag("optional"),
      default: try defaultValue(element, type, rules, entity, name),
      isTransient: element.flag("transient"), derived: try derivation(element, entity, name),
      transformer: type == .transformable
        ? .named(element["valueTransformerName"] ?? "NSKeyedUnarchiveFromData") : nil,
      rules: rules, allowsExternalStorage: isExternal(element, type, entity, name),
      preservesValueInHistory: element.flag("preserveAfterDeletion"),
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      userInfo: element.userInfo)
  }

  private mutating func type(
    _ element: XMLElement, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> AttributeType? {
    guard let text = element["attributeType"], text != "Undefined" else {
      guard element.flag("transient") else {
        throw error("has no type, and is not transient", entity: entity, property: name)
      }
      record("\(entity).\(name) is transient and has no type; it is left out")
      return nil
    }
    guard let type = AttributeType.allCases.first(where: { $0.traits.xcodeName == text }) else {
      let reason = "is of the type \(text), for which there is none here"
      throw error(reason, entity: entity, property: name)
    }
    return type
  }

  private func derivation(
    _ element: XMLElement, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> Derivation? {
    guard element.flag("derived") else { return nil }
    let expression = element["derivationExpression"] ?? ""
    guard let derivation = Derivation(expression) else {
      let reason = "is derived by “\(expression)”, which cannot be computed here"
      throw error(reason, entity: entity, property: name)
    }
    return derivation
  }

  private mutating func isExternal(
    _ element: XMLElement, _ type: AttributeType, _ entity: String, _ name: String
  ) -> Bool {
    guard element.flag("allowsExternalBinaryDataStorage") else { return false }
    if type == .binary { return true }
    record("\(entity).\(name) is not binary; it is not kept in files of its own")
    return false
  }

  // MARK: Values

  private mutating func defaultValue(
    _ element: XMLElement, _ type: AttributeType, _ rules: [ValidationRule], _ entity: String, _ name: String
  ) throws(XcodeModelError) -> PropertyValue {
    let value = try value(
      element, type == .date ? "defaultDateTimeInterval" : "defaultValueString", type, entity, name)
    guard rules.allSatisfy({ $0.holds(for: value) }) else {
      record("\(entity).\(name) starts with \(value), which its rules forbid; it starts empty")
      return .null
    }
    return value
  }

  /// The value in an attribute of the element; null when there is none.
  private mutating func value(
    _ element: XMLElement, _ key: String, _ type: AttributeType, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> PropertyValue {
    guard let text = element[key], !text.isEmpty || type == .string else { return .null }
    if type == .binary || type == .transformable {
      record("\(entity).\(name) has the \(key) “\(text)”, but holds no text; it is left out")
      return .null
    }
    guard let value = type.value(xcode: text) else {
      let reason = "has the \(key) “\(text)”, but holds \(type.phrase)"
      throw error(reason, entity: entity, property: name)
    }
    return value
  }

  private mutating func rules(
    _ element: XMLElement, _ type: AttributeType, _ entity: String, _ name: String
  ) throws(XcodeModelError) -> [ValidationRule] {
    var rules: [ValidationRule] = []
    let keys =
      type == .date ? ["minDateTimeInterval", "maxDateTimeInterval"] : ["minValueString", "maxValueString"]
    for (key, isMinimum) in zip(keys, [true, false]) {
      guard let text = element[key], !text.isEmpty else { continue }
      if type.isOrdered {
        let bound = try value(element, key, type, entity, name)
        rules.append(isMinimum ? .minimum(bound) : .maximum(bound))
      } else if type.isText {
        guard let length = Int(text) else {
          throw error("has the \(key) “\(text)”, which is no length", entity: entity, property: name)
        }
        rules.append(isMinimum ? .minimumLength(length) : .maximumLength(length))
      } else {
        record("\(entity).\(name) has a \(key), but holds \(type.phrase); it is left out")
      }
    }
    if let pattern = element["regularExpressionString"], !pattern.isEmpty, type.isText {
      rules.append(.pattern(pattern))
    }
    return rules
  }
}

extension AttributeType {
  /// The value that Xcode writes so.
  fileprivate func value(xcode text: String) -> PropertyValue? {
    let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
    return switch traits.form {
    case .integer: (Int64(text) ?? number.flatMap { Int64(exactly: $0) }).map { .integer($0) }
    case .real: number.map { .real(rounded($0)) }
    case .boolean:
      ["YES": true, "1": true, "true": true, "NO": false, "0": false, "false": false][text].map {
        .boolean($0)
      }
    case .date: number.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .decimal, .string, .uuid, .url, .data, .transformed: ValueText.value(text, self)
    }
  }
}
