#if PostgreSQL
  extension [Parameter] {
    /// Calls `body` with the values, lengths and formats as libpq expects them.
    func withPointers<Result>(
      _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
      // All values in one buffer: a pointer into it stays valid during the call.
      var buffer: [UInt8] = []
      buffer.reserveCapacity(reduce(1) { $0 + $1.size + 1 })
      var offsets: [Int?] = []
      var lengths: [Int32] = []
      offsets.reserveCapacity(count)
      lengths.reserveCapacity(count)
      for parameter in self {
        let start = buffer.count
        parameter.append(to: &buffer)
        offsets.append(parameter.isNull ? nil : start)
        lengths.append(Int32(buffer.count - start))
        // Values in the text format end with a zero.
        buffer.append(0)
      }
      let formats = map { $0.isBinary ? Int32(1) : 0 }
      return try buffer.withUnsafeBytes { buffer in
        let start = buffer.baseAddress
        return try body(
          offsets.map { offset in
            offset.flatMap { start?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
          }, lengths, formats)
      }
    }
  }
#endif
