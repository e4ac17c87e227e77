/// Derivation of values from an object's own values.
extension Entity {
  /// Derives the texts among `values` from others of them.
  package func deriveTexts(in values: inout [PropertyValue]) {
    for slot in derivedSlots {
      guard let text = attribute(inSlot: slot)?.derivation?.text(of: self, values) else { continue }
      if values[slot] != text { values[slot] = text }
    }
  }
}

extension Entity {
  /// The slot of the text that the text in a slot is derived from; nil for a slot without a derived text.
  package func textSource(ofSlot slot: Slot) -> Slot? {
    switch attribute(inSlot: slot)?.derivation {
    case .lowercase(let name), .canonical(let name): self.slot(of: name)
    case .count, .sum, .now, nil: nil
    }
  }
}

extension Derivation {
  /// The derived text; nil for what is no text.
  fileprivate func text(of entity: Entity, _ values: [PropertyValue]) -> PropertyValue? {
    switch self {
    case .lowercase(let name): copy(of: name, entity, values) { $0.lowercased() }
    case .canonical(let name):
      copy(of: name, entity, values) { TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive]) }
    case .count, .sum, .now: nil
    }
  }

  private func copy(
    of name: String, _ entity: Entity, _ values: [PropertyValue],
    _ transform: (String) -> String
  ) -> PropertyValue? {
    guard let slot = entity.slot(of: name), case .string(let text) = values[slot] else { return .null }
    return .string(transform(text))
  }
}
