internal import Foundation
internal import ObjectModel

extension Entity {
  /// The slots that are kept in a file; others begin with their default values whenever it is read.
  var storedSlots: [Slot] { (slots).filter { !transientSlots.contains($0) } }

  /// Returns the kind of values in a slot.
  func storedKind(ofSlot slot: Slot) -> AtomicStoreContents.Kind {
    if let attribute = attribute(inSlot: slot) { return .attribute(attribute.type) }
    guard let relationship = relationship(name(ofSlot: slot)) else { return .attribute(.integer64) }
    return .reference(entity: relationship.destination)
  }
}

extension ManagedObjectModel {
  /// Returns a Boolean value that indicates whether a relationship to the entity with that name can lead to a
  /// row.
  func leads(to destination: String, _ id: ManagedObjectID) -> Bool {
    number(ofEntity: destination).map { family(of: $0).contains(id.entity) } ?? false
  }

  /// Returns a Boolean value that indicates whether a property of the kind can hold a value as it is.
  func holds(_ value: PropertyValue, as kind: AtomicStoreContents.Kind) -> Bool {
    switch (kind, value) {
    case (_, .null): true
    case (.attribute(let type), _): type.misfit(value) == nil
    case (.reference(let destination), .reference(let id)): leads(to: destination, id)
    default: false
    }
  }

  /// The value as a property of the kind holds it; nil when it cannot.
  func stored(_ value: PropertyValue, as kind: AtomicStoreContents.Kind) -> PropertyValue? {
    switch (kind, value) {
    case (_, .null): value
    case (.attribute(let type), _): type.stored(value)
    case (.reference(let destination), .reference(let id)): leads(to: destination, id) ? value : nil
    default: nil
    }
  }
}

extension AttributeType {
  /// The value as an attribute of the type holds it, numbers of other types included; nil when it cannot.
  func stored(_ value: PropertyValue) -> PropertyValue? {
    switch traits.form {
    case .integer: value.wholeNumber.map { .integer($0) }
    case .real: value.realNumber.map { .real($0) }
    case .decimal: value.decimalNumber.map { .decimal($0) }
    case .boolean: value.truth.map { .boolean($0) }
    case .url: misfit(value) == nil ? value : nil
    case .string, .date, .data, .uuid, .transformed: value.form == traits.form ? value : nil
    }
  }
}

extension PropertyValue {
  fileprivate var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }

  fileprivate var realNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  fileprivate var decimalNumber: Decimal? {
    switch self {
    case .decimal(let value): value
    case .integer(let value): Decimal(value)
    case .real(let value): Decimal(string: "\(value)")
    default: nil
    }
  }

  fileprivate var truth: Bool? {
    switch self {
    case .boolean(let value): value
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }
}
