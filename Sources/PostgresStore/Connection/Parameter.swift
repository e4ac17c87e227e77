#if PostgreSQL
  internal import Foundation

  /// A parameter of a statement: its type and its value, which is encoded in PostgreSQL's binary format.
  struct Parameter: Sendable {
    /// The types of parameters, by their object identifiers in the catalog (`pg_type.dat`).
    enum Kind: UInt32, Hashable, Sendable {
      case boolean = 16
      case bytes = 17
      case integer = 20
      case text = 25
      case real = 701
      case numeric = 1700
      case uuid = 2950
      case booleans = 1000
      case byteArrays = 1001
      case texts = 1009
      case integers = 1016
      case smallIntegers = 1007
      case reals = 1022
      case uuids = 2951

      /// The name of the type in SQL.
      var name: String {
        switch self {
        case .boolean: "boolean"
        case .bytes: "bytea"
        case .integer: "bigint"
        case .text: "text"
        case .real: "double precision"
        case .numeric: "numeric"
        case .uuid: "uuid"
        case .booleans: "boolean[]"
        case .byteArrays: "bytea[]"
        case .texts: "text[]"
        case .integers: "bigint[]"
        case .smallIntegers: "integer[]"
        case .reals: "double precision[]"
        case .uuids: "uuid[]"
        }
      }

      /// The number of the type of the elements of an array, or of the type itself.
      var element: UInt32 {
        switch self {
        case .booleans: Kind.boolean.rawValue
        case .byteArrays: Kind.bytes.rawValue
        case .texts: Kind.text.rawValue
        case .integers: Kind.integer.rawValue
        // No parameter is an integer of four bytes.
        case .smallIntegers: 23
        case .reals: Kind.real.rawValue
        case .uuids: Kind.uuid.rawValue
        default: rawValue
        }
      }

      /// The type of an array of many such values; decimal numbers and arrays are elements as text.
      var many: Kind {
        switch self {
        case .boolean: .booleans
        case .bytes: .byteArrays
        case .integer: .integers
        case .real: .reals
        case .uuid: .uuids
        default: .texts
        }
      }

      /// The type to which an element of ``many`` must be converted; nil if it has this type already.
      var conversion: String? { many == .texts && self != .text ? name : nil }
    }

    /// A value, which is encoded where it is written.
    private enum Value: Sendable {
      case null
      case boolean(Bool)
      case integer(Int64)
      case real(Double)
      case text(String)
      case bytes([UInt8])
      case smallIntegers([Int32])
    }

    /// The type.
    let kind: Kind
    private let value: Value

    private init(_ kind: Kind, _ value: Value) {
      self.kind = kind
      self.value = value
    }

    static func null(_ kind: Kind) -> Parameter { Parameter(kind, .null) }
    static func integer(_ value: Int64) -> Parameter { Parameter(.integer, .integer(value)) }
    static func real(_ value: Double) -> Parameter { Parameter(.real, .real(value)) }
    static func boolean(_ value: Bool) -> Parameter { Parameter(.boolean, .boolean(value)) }
    static func text(_ value: String) -> Parameter { Parameter(.text, .text(value)) }
    static func bytes(_ value: Data) -> Parameter { Parameter(.bytes, .bytes(Array(value))) }
    static func uuid(_ value: UUID) -> Parameter {
      Parameter(.uuid, .bytes(withUnsafeBytes(of: value.uuid) { Array($0) }))
    }
    static func decimal(_ value: Decimal) -> Parameter { Parameter(.numeric, .text(value.description)) }

    /// An array of integers.
    static func integers(_ values: some Sequence<Int64>) -> Parameter {
      var array = ParameterArray(.integers)
      for value in values { array.append(.integer(value)) }
      return array.parameter
    }

    /// An array of integers of four bytes.
    static func smallIntegers(_ values: [Int32]) -> Parameter {
      Parameter(.smallIntegers, .smallIntegers(values))
    }

    /// An array of texts.
    static func texts(_ values: some Sequence<String>) -> Parameter {
      var array = ParameterArray(.texts)
      for value in values { array.append(.text(value)) }
      return array.parameter
    }

    /// An array of bytes; nil stands for NULL.
    static func byteArrays(_ values: some Sequence<[UInt8]?>) -> Parameter {
      var array = ParameterArray(.byteArrays)
      for value in values { array.append(value.map { Parameter(.bytes, .bytes($0)) } ?? .null(.bytes)) }
      return array.parameter
    }

    /// An array whose encoded form is known.
    static func array(_ kind: Kind, encoded bytes: [UInt8]) -> Parameter { Parameter(kind, .bytes(bytes)) }
  }

  // MARK: - Encoding

  extension Parameter {
    /// A Boolean value that indicates whether the value is NULL.
    var isNull: Bool { if case .null = value { true } else { false } }

    /// A Boolean value that indicates whether the value is in the binary format; numbers with decimal digits are text.
    var isBinary: Bool { kind != .numeric }

    /// The encoded value; nil for NULL.
    var bytes: [UInt8]? {
      guard !isNull else { return nil }
      var bytes: [UInt8] = []
      append(to: &bytes)
      return bytes
    }

    /// The number of bytes of the encoded value.
    var size: Int {
      switch value {
      case .null: 0
      case .boolean: 1
      case .integer, .real: 8
      case .text(let text): text.utf8.count
      case .bytes(let bytes): bytes.count
      case .smallIntegers(let numbers): ParameterArray.headerSize + numbers.count * 8
      }
    }

    /// Appends the encoded value; nothing for NULL.
    func append(to bytes: inout [UInt8]) {
      switch value {
      case .null: break
      case .boolean(let flag): bytes.append(flag ? 1 : 0)
      case .integer(let number): bytes.append(network: number)
      case .real(let number): bytes.append(network: number.bitPattern)
      case .text(var text): text.withUTF8 { bytes.append(contentsOf: $0) }
      case .bytes(let value): bytes.append(contentsOf: value)
      case .smallIntegers(let numbers):
        ParameterArray.appendHeader(.smallIntegers, count: numbers.count, hasNull: false, to: &bytes)
        for number in numbers {
          bytes.append(network: Int32(4))
          bytes.append(network: number)
        }
      }
    }

    /// Appends the value as an element of an array of the type ``Kind/many``.
    func appendElement(to bytes: inout [UInt8]) {
      guard case .smallIntegers(let numbers) = value else { return append(to: &bytes) }
      bytes.append(UInt8(ascii: "{"))
      for (index, number) in numbers.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: String(number).utf8)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  extension [UInt8] {
    /// Appends the bytes of a number, the highest first.
    mutating func append(network number: some FixedWidthInteger) {
      Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
  }
#endif
