public import ObjectModel

/// Conditions without an operator, written as implicit members: `.contains(\.title, "sea")`.
extension TypedPredicate {
  /// A key path from the class to something with a value for every object.
  public typealias Path<Expression> = KeyPath<Object.Type, Expression>

  // MARK: Values

  /// One of the values.
  public static func isIn<Value: AttributeConvertible>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, _ values: some Sequence<Value>
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].isIn(values)) }

  /// A value in the range.
  public static func isWithin<Bound: AttributeConvertible & Comparable>(
    _ path: Path<some TypedExpression<some ManagedObject, Bound>>, _ range: some ValueRange<Bound>
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].isWithin(range)) }

  /// A value in the range; nil is in none.
  public static func isWithin<Bound: AttributeConvertible & Comparable>(
    _ path: Path<some TypedExpression<some ManagedObject, Bound?>>, _ range: some ValueRange<Bound>
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].isWithin(range)) }

  // MARK: Text

  /// Equal under the options.
  public static func equals<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, _ text: Value,
    _ options: FetchPredicate.Options
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].equals(text, options)) }

  /// Text that contains `text`.
  public static func contains<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, _ text: String,
    _ options: FetchPredicate.Options = []
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].contains(text, options)) }

  /// Text that begins with `text`.
  public static func begins<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, with text: String,
    _ options: FetchPredicate.Options = []
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].begins(with: text, options)) }

  /// Text that ends with `text`.
  public static func ends<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, with text: String,
    _ options: FetchPredicate.Options = []
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].ends(with: text, options)) }

  /// Text that matches a pattern; see ``FetchPredicate/Operation/like``.
  public static func isLike<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, _ pattern: String,
    _ options: FetchPredicate.Options = []
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].isLike(pattern, options)) }

  /// Text that matches a regular expression as a whole; see ``FetchPredicate/Operation/matches``.
  public static func matches<Value: TextAttribute>(
    _ path: Path<some TypedExpression<some ManagedObject, Value>>, _ pattern: String,
    _ options: FetchPredicate.Options = []
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].matches(pattern, options)) }

  // MARK: Relationships

  /// A relationship to one of the objects with the IDs.
  public static func isIn(
    _ path: Path<ToOneProperty<some ManagedObject, some ManagedObject>>, _ ids: some Sequence<ManagedObjectID>
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].isIn(ids)) }

  /// A relationship of which the object with the ID is a member.
  public static func contains(
    _ path: Path<ToManyProperty<some ManagedObject, some ManagedObject>>, _ id: ManagedObjectID
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].contains(id)) }

  /// A relationship of whose members one at least matches; `$0` leads to the properties of a member.
  ///
  /// ```swift
  /// FetchRequest<Photographer>(where: .contains(\.photos) { $0.size > 3 && $0.title != nil })
  /// ```
  public static func contains<Member: ManagedObject>(
    _ path: Path<ToManyProperty<some ManagedObject, Member>>,
    where predicate: (ToOneProperty<Member, Member>) -> FetchPredicate
  ) -> TypedPredicate { TypedPredicate(Object.self[keyPath: path].filter(predicate).count > 0) }
}
