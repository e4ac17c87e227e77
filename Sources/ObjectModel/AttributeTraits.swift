/// The properties of an attribute type: one row of the table of all types.
///
/// ``AttributeType/traits`` is the table. All code that depends on the type of an attribute reads it, so that a new type
/// needs a row in it and nothing else, unless its values have a new form.
package struct AttributeTraits: Sendable {
  /// The declared type of a column, as Core Data writes it.
  package enum Column: String, Sendable {
    /// An integer.
    case integer = "INTEGER"
    /// A real number.
    case float = "FLOAT"
    /// A decimal number, stored as a real number.
    case decimal = "DECIMAL"
    /// Seconds.
    case timestamp = "TIMESTAMP"
    /// Text.
    case text = "VARCHAR"
    /// Bytes.
    case blob = "BLOB"

    /// The storage classes in which SQLite keeps the values, as `typeof` returns them.
    ///
    /// SQLite stores integral real numbers as integers where that is shorter.
    package var storageClasses: [String] {
      switch self {
      case .integer: ["integer"]
      case .float, .decimal, .timestamp: ["real", "integer"]
      case .text: ["text"]
      case .blob: ["blob"]
      }
    }

    /// A Boolean value that indicates whether SQLite returns integral real numbers as integers: the declared type
    /// has numeric affinity, not real.
    package var returnsRealsAsIntegers: Bool { self == .decimal || self == .timestamp }
  }

  /// The form of the values.
  package let form: ValueForm
  /// The declared type of the column.
  package let column: Column
  /// The name in Xcode's model files.
  let xcodeName: String
  /// A phrase for the values, for use in a sentence.
  let phrase: String
  /// The integers that a column can hold, or `nil` for no limit.
  package var integers: ClosedRange<Int64>?
  /// The greatest finite real number, or `nil` for no limit.
  var greatestReal: Double?
}

extension AttributeType {
  /// The properties of the type.
  ///
  /// Inlined, so that a caller that reads one field does not make the others: validation reads it for each value.
  @inline(__always)
  package var traits: AttributeTraits {
    switch self {
    case .integer16:
      AttributeTraits(
        form: .integer, column: .integer, xcodeName: "Integer 16", phrase: "a whole number of 16 bits",
        integers: Int64(Int16.min)...Int64(Int16.max))
    case .integer32:
      AttributeTraits(
        form: .integer, column: .integer, xcodeName: "Integer 32", phrase: "a whole number of 32 bits",
        integers: Int64(Int32.min)...Int64(Int32.max))
    case .integer64:
      AttributeTraits(
        form: .integer, column: .integer, xcodeName: "Integer 64", phrase: "a whole number of 64 bits")
    case .decimal:
      AttributeTraits(form: .decimal, column: .decimal, xcodeName: "Decimal", phrase: "a decimal number")
    case .double:
      AttributeTraits(form: .real, column: .float, xcodeName: "Double", phrase: "a real number")
    case .float:
      AttributeTraits(
        form: .real, column: .float, xcodeName: "Float", phrase: "a real number of 32 bits",
        greatestReal: Double(Float.greatestFiniteMagnitude))
    case .string:
      AttributeTraits(form: .string, column: .text, xcodeName: "String", phrase: "text")
    case .boolean:
      AttributeTraits(
        form: .boolean, column: .integer, xcodeName: "Boolean", phrase: "true or false", integers: 0...1)
    case .date:
      AttributeTraits(form: .date, column: .timestamp, xcodeName: "Date", phrase: "a date")
    case .binary:
      AttributeTraits(form: .data, column: .blob, xcodeName: "Binary", phrase: "bytes")
    case .uuid:
      AttributeTraits(form: .uuid, column: .blob, xcodeName: "UUID", phrase: "a UUID")
    case .uri:
      AttributeTraits(form: .url, column: .text, xcodeName: "URI", phrase: "an address")
    case .transformable:
      AttributeTraits(
        form: .transformed, column: .blob, xcodeName: "Transformable",
        phrase: "a value that its transformer knows")
    }
  }

  /// A phrase for the type's values, for use in a sentence.
  package var phrase: String { traits.phrase }

  /// A Boolean value that indicates whether values are integers.
  var isInteger: Bool { traits.form == .integer }

  /// A Boolean value that indicates whether values can be added.
  var isNumber: Bool { traits.form.isNumber }

  /// A Boolean value that indicates whether values have an order that limits can use.
  var isOrdered: Bool { traits.form.isOrdered }

  /// A Boolean value that indicates whether values are text.
  var isText: Bool { traits.form.isText }
}
