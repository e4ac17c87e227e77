#if PostgreSQL
  internal import ObjectStore

  /// The trigrams of a text as an array of hashes, which an inverted index (GIN) finds.
  ///
  /// Rows that contain the hashes of a part are candidates, among which memory evaluates the predicate. An array that is
  /// NULL is not known: the row is a candidate.
  enum TrigramArray {
    /// Returns the array for a value; that of a value without text is empty.
    static func parameter(_ value: PropertyValue) -> Parameter {
      guard case .string(let text) = value.columnValue else { return .smallIntegers([]) }
      return array([Trigrams.indexed(text)])
    }

    /// Returns the array of the trigrams of folded texts, each once.
    static func array(_ texts: [String]) -> Parameter {
      var hashes: [Int32] = []
      for text in texts {
        Trigrams.forEach(of: text) { trigram in
          var hash = FNV1a()
          hash.add(trigram)
          hashes.append(Int32(truncatingIfNeeded: hash.value ^ hash.value >> 32))
        }
      }
      hashes.sort()
      var last: Int32?
      hashes.removeAll { hash in
        defer { last = hash }
        return hash == last
      }
      return .smallIntegers(hashes)
    }
  }
#endif
