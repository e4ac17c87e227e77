#if PostgreSQL
  /// Rows of arrays in SQL: of keys (`k`), of versions (`n`), and of values of columns.
  struct ArrayRows {
    /// The source of the rows for FROM, with the alias `v`; the first two parameters are the keys and versions.
    let source: String
    /// The values of the columns, converted to their types.
    let values: [String]

    /// The values after a key and a version in a list.
    var elements: String { values.map { ", " + $0 }.joined() }

    /// Makes rows with columns of some types.
    init(_ kinds: [Parameter.Kind]) {
      let arrays = kinds.enumerated().map { ", $\($0 + 3)::\($1.many.name)" }.joined()
      let places = kinds.indices.map { ", v\($0)" }.joined()
      source = "unnest($1::bigint[], $2::bigint[]\(arrays)) AS v (k, n\(places))"
      values = kinds.enumerated().map { index, kind in
        "v.v\(index)" + (kind.conversion.map { "::" + $0 } ?? "")
      }
    }
  }
#endif
