#if PostgreSQL
  /// An array of values of one type, which is encoded while it is built.
  struct ParameterArray {
    private let kind: Parameter.Kind
    private var count = 0
    private var hasNull = false
    /// The elements, after room for the header.
    private var bytes = [UInt8](repeating: 0, count: Self.headerSize)

    /// The size of the header of `array_recv`: dimensions, a flag for NULL, the type of the elements, length and lower bound.
    static let headerSize = 20

    /// Makes an empty array.
    init(_ kind: Parameter.Kind) { self.kind = kind }

    /// Appends a value in the form of an element.
    mutating func append(_ parameter: Parameter) {
      count += 1
      guard !parameter.isNull else {
        hasNull = true
        bytes.append(network: Int32(-1))
        return
      }
      let start = bytes.count
      bytes.append(network: Int32(0))
      parameter.appendElement(to: &bytes)
      let length = Int32(bytes.count - start - 4)
      Swift.withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }

    /// The array as a parameter.
    var parameter: Parameter {
      var header: [UInt8] = []
      header.reserveCapacity(Self.headerSize)
      Self.appendHeader(kind, count: count, hasNull: hasNull, to: &header)
      guard count > 0 else { return .array(kind, encoded: header) }
      var encoded = bytes
      encoded.replaceSubrange(0..<Self.headerSize, with: header)
      return .array(kind, encoded: encoded)
    }

    /// Appends the header of an array; an empty one has no length.
    static func appendHeader(
      _ kind: Parameter.Kind, count: Int, hasNull: Bool, to bytes: inout [UInt8]
    ) {
      bytes.append(network: Int32(count == 0 ? 0 : 1))
      bytes.append(network: Int32(hasNull ? 1 : 0))
      bytes.append(network: kind.element)
      guard count > 0 else { return }
      bytes.append(network: Int32(count))
      bytes.append(network: Int32(1))
    }
  }
#endif
