internal import CSQLite
internal import Foundation
internal import ObjectStore

/// The conversion of the values of a column in SQL.
///
/// SQL expressions are used where they give the same result as ``AttributeConversion``; a registered function, which
/// calls it for each value, elsewhere: it takes about ten times as long.
struct ConversionSQL {
  private let conversion: AttributeConversion
  /// The types of the values.
  private let source: AttributeType
  private let destination: AttributeType

  init(_ conversion: AttributeConversion) {
    self.conversion = conversion
    (source, destination) = (conversion.source, conversion.destination)
  }

  /// Returns the expression for the converted value; NULL if there is none.
  func value(_ column: String) -> String {
    switch (source.traits.form, destination.traits.form) {
    case (.integer, .integer), (.boolean, .integer), (.url, .string), (.transformed, .data),
      (.data, .transformed):
      return column
    case (.real, .real) where destination == .double: return column
    case (.integer, .string): return "CAST(\(column) AS TEXT)"
    case (.integer, .real) where destination == .double, (.integer, .date):
      return "CAST(\(column) AS REAL)"
    default: return call(column)
    }
  }

  /// Returns the condition that a value that is not NULL has no counterpart; `nil` if each has one.
  func failure(_ column: String) -> String? {
    switch (source.traits.form, destination.traits.form) {
    case (.integer, .integer):
      guard let range = destination.traits.integers else { return nil }
      return "\(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    case (.boolean, .integer), (.boolean, .string), (.url, .string), (.transformed, .data),
      (.data, .transformed), (.integer, .string), (.date, .string), (.uuid, .string), (.uuid, .data),
      (.string, .data), (.decimal, .string), (.real, .string), (.real, .date):
      return nil
    case (.real, .real) where destination == .double, (.date, .real) where destination == .double: return nil
    case (.integer, .real) where destination == .double, (.integer, .date):
      // Every integer of up to 53 bits is a real number.
      let limit = "9007199254740992"
      return "(\(column) NOT BETWEEN -\(limit) AND \(limit) AND \(call(column)) IS NULL)"
    default: return "(\(column) IS NOT NULL AND \(call(column)) IS NULL)"
    }
  }

  // MARK: The function

  private static let function = "objectgraph_convert"

  private func call(_ column: String) -> String {
    let types = [source, destination].map { String(Self.number(of: $0)) }.joined(separator: ", ")
    return "\(Self.function)(\(types), \(column))"
  }

  private static let types = AttributeType.allCases

  private static func number(of type: AttributeType) -> Int { types.firstIndex(of: type) ?? 0 }

  /// All conversions, by the numbers of their types.
  private static let all: [[AttributeConversion?]] = types.map { source in
    types.map { AttributeConversion(from: source, to: $0) }
  }

  /// Registers the function with a connection, and returns SQLite's result code.
  static func register(on connection: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      connection, function, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments else { return }
        let source = Int(sqlite3_value_int(arguments[0]))
        let destination = Int(sqlite3_value_int(arguments[1]))
        ConversionSQL.answer(source, destination, arguments[2], in: context)
      }, nil, nil, nil)
  }

  private static func answer(
    _ source: Int, _ destination: Int, _ argument: OpaquePointer?, in context: OpaquePointer?
  ) {
    guard all.indices.contains(source), all.indices.contains(destination),
      let conversion = all[source][destination],
      let value = conversion.source.traits.form.value(ofColumn: PropertyValue(argument: argument)),
      let converted = conversion.value(value)
    else { return sqlite3_result_null(context) }
    converted.columnValue.setResult(of: context)
  }
}
