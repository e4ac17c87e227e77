#if PostgreSQL
  internal import ObjectStore

  /// A statement for one or more writes that follow each other.
  struct WritePart {
    let statement: Statement
    /// The number of the writes.
    let count: Int
    /// A Boolean value that indicates whether the statement returns the keys of the rows that it has written.
    let returnsKeys: Bool

    /// Returns for each of the writes whether it was carried out.
    func results(_ answer: Answer, of writes: some Sequence<RowWrite>) -> [Bool] {
      guard returnsKeys else { return [answer.changedRows > 0] }
      let keys = Set((0..<answer.count).compactMap { answer.integer($0, 0) })
      return writes.map { keys.contains($0.id.key) }
    }
  }
#endif
