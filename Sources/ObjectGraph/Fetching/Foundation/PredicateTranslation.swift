public import Foundation
public import ObjectModel

extension FetchPredicate {
  /// Translates a predicate of Foundation, such as `#Predicate<Photo> { $0.title.contains("sea") && $0.size >
  /// 3 }`.
  ///
  /// These elements are translated: properties of the object and of related objects, also with `?.`, `??` and
  /// `!`; values; `== != < <= > >= && || !`, arithmetic, ranges and `contains` in them, arrays and `contains`
  /// in them, the conditional operator; `contains`, `starts(with:)` and `isEmpty` of text; `count`,
  /// `isEmpty`, `contains`, `contains(where:)`, `allSatisfy` and `filter` of a to-many relationship.
  ///
  /// The meaning is that of ``FetchPredicate``: text is compared by its UTF-8 bytes, nothing traps, and `!`
  /// of a value that is nil is nil. The translation makes an in-memory context and probes properties there to
  /// learn their names.
  ///
  /// - Throws: An error with the reason, if the predicate contains any other element.
  public init<Object: ManagedObject>(
    _ predicate: Predicate<Object>, in model: ManagedObjectModel
  ) throws {
    var translation = PredicateTranslation(probe: try PropertyProbe(model: model))
    translation.variables[predicate.variable.key] = .object("SELF")
    self = try translation.translate(predicate.expression).predicate()
  }
}

extension FetchOrder {
  /// Translates a sort descriptor of Foundation, which compares text by its code points (`.lexical`) if it says how.
  ///
  /// The key path may go through to-one relationships. Costs a context in memory, as translating a predicate does.
  public init<Object: ManagedObject>(_ descriptor: SortDescriptor<Object>, in model: ManagedObjectModel)
    throws
  {
    guard let keyPath = descriptor.keyPath,
      let path = try PropertyProbe(model: model).path(of: keyPath, in: Object.self)
    else {
      throw PredicateTranslationError(
        "a sort descriptor is by no property that \(Object.self) has in the model")
    }
    if let comparator = descriptor.stringComparator, comparator != .lexical {
      throw PredicateTranslationError(
        "text is not sorted by the rules of a language: use FetchOrder with the comparison natural")
    }
    self.init(path, ascending: descriptor.order == .forward)
  }
}

extension FetchRequest {
  /// Makes a request from a predicate and sort descriptors of Foundation.
  ///
  /// - Throws: A ``PredicateTranslationError`` for untranslatable parts; see ``FetchPredicate/init(_:in:)``.
  public init(
    matching predicate: Predicate<Object>?, sortedBy descriptors: [SortDescriptor<Object>] = [],
    limit: Int? = nil, offset: Int = 0, in model: ManagedObjectModel
  ) throws {
    self.init(
      where: try predicate.map { try FetchPredicate($0, in: model) },
      order: try descriptors.map { try FetchOrder($0, in: model) }, limit: limit, offset: offset)
  }
}

/// The state of the translation of a predicate.
struct PredicateTranslation {
  let probe: PropertyProbe
  /// The translations of the variables.
  var variables: [PredicateExpressions.VariableID: Translated] = [:]
  /// The number of enclosing subqueries.
  private var depth = 0

  init(probe: PropertyProbe) { self.probe = probe }

  /// Translates a part.
  func translate(_ part: any PredicateExpression) throws -> Translated {
    guard let part = part as? any TranslatableExpression else {
      throw PredicateTranslationError("\(type(of: part)) has no meaning in a fetch")
    }
    return try part.translated(self)
  }

  /// A condition on the objects of a to-many relationship, or on those that match already.
  func members(
    of collection: Translated, _ key: PredicateExpressions.VariableID, _ test: any PredicateExpression
  ) throws -> MemberTest {
    guard case .members(let path, let filter) = collection else {
      throw PredicateTranslationError("only the objects of a to-many relationship are looked at one by one")
    }
    var inner = self
    inner.depth += 1
    let variable = filter?.variable ?? "member\(inner.depth)"
    inner.variables[key] = .object("$" + variable)
    return MemberTest(
      path: path, variable: variable, filter: filter?.predicate, test: try inner.translate(test).predicate())
  }
}
