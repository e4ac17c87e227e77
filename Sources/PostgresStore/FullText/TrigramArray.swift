#if PostgreSQL
  internal import ObjectStore

  /// The trigrams of a text as an array of hashes, which an inverted index (GIN) finds.
  ///
  /// Rows that contain the hashes of a part are candidates, among which memory evaluates the predicate. An array that is
  /// NULL is not known: the row is a candidate.
  enum TrigramArray {
    /// Returns the array for a value; that of a value without text is empty.
    static func parameter(_ value: PropertyValue) -> Parameter {
      guard case .string(let text) = value.columnValue else { return array([]) }
      return array(Trigrams.of(Trigrams.indexed(text)))
    }

    /// Returns the array of trigrams, each once.
    static func array(_ trigrams: [String]) -> Parameter {
      .array(.smallIntegers, Set(trigrams.map(hash)).sorted().map { $0.networkBytes })
    }

    private static func hash(_ trigram: String) -> Int32 {
      var hash = FNV1a()
      hash.add(trigram.utf8)
      return Int32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
    }
  }
#endif
