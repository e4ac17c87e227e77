public import Foundation

/// Why a predicate or an order of Foundation can not be fetched by.
public struct PredicateTranslationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

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

/// A condition on objects of a to-many relationship.
struct MemberTest {
  let path: String
  let variable: String
  /// What the objects match anyway.
  let filter: FetchPredicate?
  let test: FetchPredicate

  /// The objects for which the test is as wanted.
  func members(where isTrue: Bool) -> FetchExpression.Subquery {
    let test = isTrue ? self.test : !self.test
    return FetchExpression.Subquery(path, variable, where: filter.map { $0 && test } ?? test)
  }
}

/// A part of a predicate, translated.
enum Translated {
  /// A predicate, which is true or false.
  case predicate(FetchPredicate)
  /// A value.
  case value(FetchExpression)
  /// The object to which a key path leads.
  case object(String)
  /// The objects of a to-many relationship, or those that match.
  case members(String, FetchExpression.Subquery?)
  /// A range of values.
  case range(FetchExpression, FetchExpression, isClosed: Bool)

  /// The part as something that holds or does not.
  func predicate() throws -> FetchPredicate {
    switch self {
    case .predicate(let predicate): predicate
    case .value(.value(.boolean(let value))): .constant(value)
    default: .comparison(.init(try value(), .equal, .value(.boolean(true))))
    }
  }

  /// The part as a value.
  func value() throws -> FetchExpression {
    switch self {
    case .predicate(let predicate): .conditional(predicate, .value(.boolean(true)), .value(.boolean(false)))
    case .value(let value): value
    case .object(let path): .path(path)
    case .members, .range: throw PredicateTranslationError("a collection can not be compared as a whole")
    }
  }
}

/// A part of a predicate of Foundation that a fetch can do.
protocol TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated
}
