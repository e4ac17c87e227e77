public import ObjectModel

extension ManagedObject: FetchArgument {
  /// The object.
  public var fetchOperand: FetchPredicate.Operand { .value(.reference(objectID)) }
}
