#if PostgreSQL
  internal import CRawPostgres

  /// The rows that libpq gives.
  nonisolated final class RawAnswer {
    private let result: OpaquePointer

    /// Owns a result.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// The bytes of a value.
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(result, Int32(row), Int32(column)),
        count: Int(PQgetlength(result, Int32(row), Int32(column))))
    }

    /// A text, or the text of a value of a statement without parameters.
    func text(_ row: Int, _ column: Int) -> String {
      String(cString: PQgetvalue(result, Int32(row), Int32(column)))
    }

    /// An integer of eight bytes.
    func integer(_ row: Int, _ column: Int) -> Int64 {
      Int64(bigEndian: bytes(row, column).loadUnaligned(as: Int64.self))
    }

    /// A real number.
    func real(_ row: Int, _ column: Int) -> Double {
      Double(bitPattern: UInt64(bigEndian: bytes(row, column).loadUnaligned(as: UInt64.self)))
    }

    /// Returns whether a text is this one.
    func isText(_ text: String, _ row: Int, _ column: Int) -> Bool {
      var text = text
      let bytes = bytes(row, column)
      return text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
  }
#endif
