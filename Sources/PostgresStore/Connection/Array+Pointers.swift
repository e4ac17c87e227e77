#if PostgreSQL
  extension [Parameter] {
    /// Calls `body` with the values, lengths and formats as libpq expects them.
    func withPointers<Result>(
      _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
      // All values in one buffer: a pointer into it stays valid during the call.
      var buffer: [CChar] = []
      buffer.reserveCapacity(reduce(1) { $0 + ($1.bytes?.count ?? 0) + 1 })
      var offsets: [Int?] = []
      for parameter in self {
        offsets.append(parameter.bytes == nil ? nil : buffer.count)
        if let bytes = parameter.bytes { buffer.append(contentsOf: bytes.lazy.map { CChar(bitPattern: $0) }) }
        // Values in the text format end with a zero.
        buffer.append(0)
      }
      let lengths = map { Int32($0.bytes?.count ?? 0) }
      let formats = map { $0.isBinary ? Int32(1) : 0 }
      return try buffer.withUnsafeBufferPointer { buffer in
        let start = buffer.baseAddress
        return try body(
          offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }, lengths, formats)
      }
    }
  }
#endif
