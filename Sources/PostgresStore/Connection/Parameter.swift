#if PostgreSQL
  internal import Foundation

  /// A parameter of a statement: its type and its value in PostgreSQL's binary format.
  struct Parameter: Hashable, Sendable {
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
      fileprivate var element: UInt32 {
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

    /// The type.
    let kind: Kind
    /// The value; nil for NULL.
    let bytes: [UInt8]?

    /// A Boolean value that indicates whether the value is in the binary format; numbers with decimal digits are text.
    var isBinary: Bool { kind != .numeric }

    private init(_ kind: Kind, _ bytes: [UInt8]?) {
      self.kind = kind
      self.bytes = bytes
    }

    static func null(_ kind: Kind) -> Parameter { Parameter(kind, nil) }
    static func integer(_ value: Int64) -> Parameter { Parameter(.integer, value.networkBytes) }
    static func real(_ value: Double) -> Parameter { Parameter(.real, value.bitPattern.networkBytes) }
    static func boolean(_ value: Bool) -> Parameter { Parameter(.boolean, [value ? 1 : 0]) }
    static func text(_ value: String) -> Parameter { Parameter(.text, Array(value.utf8)) }
    static func bytes(_ value: Data) -> Parameter { Parameter(.bytes, Array(value)) }
    static func uuid(_ value: UUID) -> Parameter {
      Parameter(.uuid, withUnsafeBytes(of: value.uuid) { Array($0) })
    }
    static func decimal(_ value: Decimal) -> Parameter {
      Parameter(.numeric, Array(value.description.utf8))
    }

    /// The value as an element of an array of the type ``Kind/many``.
    var element: [UInt8]? {
      guard kind == .smallIntegers, let bytes else { return bytes }
      // After the header, each element has its length and its value, of four bytes each.
      let numbers = bytes.withUnsafeBytes { bytes in
        stride(from: 24, to: bytes.count, by: 8).map {
          Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self))
        }
      }
      return Array("{\(numbers.map(String.init).joined(separator: ","))}".utf8)
    }

    /// An array of integers.
    static func integers(_ values: some Sequence<Int64>) -> Parameter {
      array(.integers, values.map { $0.networkBytes })
    }

    /// An array of values of one type; nil stands for NULL.
    static func array(_ kind: Kind, _ values: [[UInt8]?]) -> Parameter {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(20 + values.count * 12)
      // The header of `array_recv`: dimensions, a flag for NULL, the type of the elements, then length and lower bound.
      bytes += Int32(values.isEmpty ? 0 : 1).networkBytes
      bytes += Int32(values.contains { $0 == nil } ? 1 : 0).networkBytes
      bytes += kind.element.networkBytes
      guard !values.isEmpty else { return Parameter(kind, bytes) }
      bytes += Int32(values.count).networkBytes + Int32(1).networkBytes
      for value in values {
        bytes += Int32(value?.count ?? -1).networkBytes
        if let value { bytes += value }
      }
      return Parameter(kind, bytes)
    }
  }

  extension FixedWidthInteger {
    /// The bytes of the number, the highest first.
    var networkBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  }
#endif
