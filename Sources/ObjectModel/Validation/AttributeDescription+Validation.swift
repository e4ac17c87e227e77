extension Entity {
  /// The names of the properties in uniqueness constraints and indexes.
  var keyProperties: [String] {
    uniquenessConstraints.flatMap { $0 } + indexes.joined().map(\.property)
  }

  /// Refuses uniqueness constraints and indexes of no properties.
  func refuseEmptyKeys() throws(ModelError) {
    guard !uniquenessConstraints.contains(where: \.isEmpty) else {
      throw ModelError(description: "\(name) has a uniqueness constraint of no properties")
    }
    guard !indexes.contains(where: \.isEmpty) else {
      throw ModelError(description: "\(name) has an index of no properties")
    }
  }

  /// Refuses to make something unique or indexed that the store does not have.
  func refuseKeysWithoutColumn() throws(ModelError) {
    let transient = transientSlots.map(name(ofSlot:))
    for name in keyProperties where transient.contains(name) {
      throw ModelError(
        description: "\(self.name).\(name) is transient, so that it can be neither unique nor indexed")
    }
  }
}

extension Entity {
  /// Refuses a full-text index of anything but stored text attributes, each once.
  func validateFullTextIndex() throws(ModelError) {
    var seen: Set<String> = []
    for name in fullTextIndex {
      guard let attribute = attribute(named: name), attribute.type == .string, !attribute.isTransient else {
        throw ModelError(
          description: "\(self.name) has no stored string attribute \(name) that a full-text index could hold"
        )
      }
      guard seen.insert(name).inserted else {
        throw ModelError(description: "\(self.name).\(name) is twice in the full-text index")
      }
    }
  }
}

/// Validation of an attribute's description.
extension AttributeDescription {
  /// Finds the first thing that is wrong with the attribute of the entity `owner`.
  func validate(of owner: String) throws(ModelError) {
    let name = "\(owner).\(self.name)"
    if (type == .transformable) != (transformer != nil) {
      let defect = transformer == nil ? "is transformable and has no" : "is not transformable and has a"
      throw ModelError(description: "\(name) \(defect) transformer")
    }
    for rule in rules {
      if let defect = defect(of: rule) { throw ModelError(description: "\(name) \(defect)") }
    }
    if let rule = type.misfit(defaultValue) ?? rules.first(where: { !$0.holds(for: defaultValue) })?.failed {
      let demand = rule.demand(on: self.name)
      throw ModelError(description: "\(name) starts with \(defaultValue.excerpt): \(demand)")
    }
  }

  private func defect(of rule: ValidationRule) -> String? {
    switch rule {
    case .minimum(let bound), .maximum(let bound):
      guard type.isOrdered else { return "has a limit, but holds \(type.phrase)" }
      return bound.isNull || type.misfit(bound) != nil
        ? "has the limit \(bound), but holds \(type.phrase)" : nil
    case .minimumLength, .maximumLength:
      return type.isText || type == .binary ? nil : "has a limit of length, but holds \(type.phrase)"
    case .pattern(let expression):
      guard type.isText else { return "has a pattern, but holds \(type.phrase)" }
      return expression.defect.map { "has the pattern \(expression.text), which cannot be read: \($0)" }
    }
  }
}
