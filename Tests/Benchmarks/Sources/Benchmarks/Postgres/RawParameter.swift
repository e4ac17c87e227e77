#if PostgreSQL
  /// Values in PostgreSQL's binary format.
  nonisolated enum RawParameter {
    static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func integers(_ values: [Int64]) -> [UInt8] {
      array(20, values) { $0 += integer(Int32(8)) + integer($1) }
    }

    static func reals(_ values: [Double]) -> [UInt8] {
      array(701, values) { $0 += integer(Int32(8)) + integer($1.bitPattern) }
    }

    static func texts(_ values: [String]) -> [UInt8] {
      array(25, values) {
        $0 += integer(Int32($1.utf8.count))
        $0 += $1.utf8
      }
    }

    /// An array of elements of the type with that number (`pg_type.dat`).
    private static func array<Value>(
      _ type: UInt32, _ values: [Value], _ append: (inout [UInt8], Value) -> Void
    ) -> [UInt8] {
      var bytes = integer(Int32(1)) + integer(Int32(0)) + integer(type)
      bytes += integer(Int32(values.count)) + integer(Int32(1))
      for value in values { append(&bytes, value) }
      return bytes
    }
  }
#endif
