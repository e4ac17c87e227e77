#if PostgreSQL
  internal import CPostgreSQL
  internal import Foundation

  /// The rows that a statement returned, in PostgreSQL's binary format.
  ///
  /// A value of an unexpected length is read as nil, so that no table made by another program can trap.
  final class Answer {
    private let result: OpaquePointer

    /// Owns a result of libpq.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }

    /// The number of rows that the statement inserted, updated or deleted.
    var changedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The name of the statement, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// Returns a Boolean value that indicates whether a value is NULL.
    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

    /// Calls `body` with the bytes of a value.
    func withBytes<Result>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      let start = PQgetvalue(result, Int32(row), Int32(column))
      let count = Int(PQgetlength(result, Int32(row), Int32(column)))
      return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns an integer of two, four or eight bytes; nil for NULL.
    func integer(_ row: Int, _ column: Int) -> Int64? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { bytes in
        switch bytes.count {
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: nil
        }
      }
    }

    /// Returns a real number; nil for NULL.
    func real(_ row: Int, _ column: Int) -> Double? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { bytes in
        guard bytes.count == 8 else { return nil }
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
      }
    }

    /// Returns a truth value; nil for NULL.
    func boolean(_ row: Int, _ column: Int) -> Bool? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { $0.first.map { $0 != 0 } }
    }

    /// Returns text; nil for NULL.
    func text(_ row: Int, _ column: Int) -> String? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns bytes; nil for NULL.
    func data(_ row: Int, _ column: Int) -> Data? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { Data($0) }
    }

    /// Returns a UUID; nil for NULL.
    func uuid(_ row: Int, _ column: Int) -> UUID? {
      guard !isNull(row, column) else { return nil }
      return withBytes(row, column) { bytes in
        bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
      }
    }
  }
#endif
