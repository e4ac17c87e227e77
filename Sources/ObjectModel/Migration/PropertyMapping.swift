/// The way of one property from one version of a model to another.
public struct PropertyMapping: Hashable, Sendable {
  /// The name in the new model.
  public let name: String
  /// The name in the old model, or `nil` for a property that is added.
  public let source: String?
  /// The changes; none for a property that is kept as it is.
  public let changes: [Change]
  /// The conversion of an attribute whose type changes.
  public let conversion: AttributeConversion?
  /// The relationship of the old model that has the pairs of objects, if the property is a relationship.
  package let pairs: PairSource?

  /// A change of a property.
  public enum Change: Hashable, Sendable {
    /// The old model does not have it: it begins with its default value, or empty.
    case added
    /// It had another name.
    case renamed(from: String)
    /// The attribute has another type.
    case converted(from: AttributeType, to: AttributeType)
    /// It was optional: empty values become the default value.
    case madeRequired
    /// Long values were, or are from now on, kept in separate files.
    case externalStorage(Bool)
    /// The attribute is derived from now on, or otherwise than before.
    case derived
    /// The relationship joins objects in another way.
    case rejoined(from: RelationshipForm, to: RelationshipForm)
    /// The relationship leads to another entity of the same inheritance tree.
    case redirected(from: String, to: String)
    /// The relationship has an order from now on, or has none.
    case ordered(Bool)
  }

  /// The relationship of the old model whose pairs of objects a relationship of the new model has.
  package struct PairSource: Hashable, Sendable {
    /// The entity of the old model.
    package let entity: String
    /// Its relationship.
    package let relationship: String
    /// A Boolean value that indicates whether it was the inverse, so that its objects are destination objects now.
    package let isReversed: Bool
  }

  init(
    name: String, source: String?, changes: [Change], conversion: AttributeConversion? = nil,
    pairs: PairSource? = nil
  ) {
    self.name = name
    self.source = source
    self.changes = changes
    self.conversion = conversion
    self.pairs = pairs
  }
}
