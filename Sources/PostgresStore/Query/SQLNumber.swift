#if PostgreSQL
  internal import ObjectStore

  /// A number that SQL computes from the columns of a row with the result that memory computes.
  ///
  /// Where memory goes on with a real number because 64 bits do not hold an integer, SQL would not: such a computation has
  /// doubts. PostgreSQL refuses real numbers that overflow or underflow: so have numbers near these limits.
  struct SQLNumber {
    let sql: String
    let isInteger: Bool
    /// The values that an integer can have; nil if 64 bits may not hold them.
    private let range: ClosedRange<Int64>?
    /// The conditions under which the result may be another one than in memory.
    let doubts: [String]
    /// The number of columns and constants.
    private let leafCount: Int

    private init(
      _ sql: String, isInteger: Bool, range: ClosedRange<Int64>? = nil, doubts: [String] = [],
      leafCount: Int = 1
    ) {
      self.sql = sql
      self.isInteger = isInteger
      self.range = range
      self.doubts = doubts
      self.leafCount = leafCount
    }

    /// The limits of real numbers of which up to ``leafLimit`` can be multiplied.
    private static let (least, greatest) = (1e-70, 1e70)
    private static let leafLimit = 4

    /// Translates an expression; nil if only memory computes it.
    init?(_ expression: FetchExpression, scope: SQLScope, parts: SQLParts) throws(FetchError) {
      switch expression {
      case .value(let value): self.init(value.columnValue, parts)
      case .path(let path):
        guard let column = try scope.expression(path) else { return nil }
        self.init(column, try scope.attribute(path))
      case .arithmetic(let operation, let left, let right):
        guard let left = try SQLNumber(left, scope: scope, parts: parts),
          let right = try SQLNumber(right, scope: scope, parts: parts)
        else { return nil }
        self.init(operation, left, right)
      default: return nil
      }
    }

    private init?(_ value: PropertyValue, _ parts: SQLParts) {
      switch value {
      case .integer(let number):
        self.init(parts.bind(.integer(number)), isInteger: true, range: number...number)
      case .real(let number) where number == 0 || (Self.least...Self.greatest).contains(number.magnitude):
        self.init(parts.bind(.real(number)), isInteger: false)
      default: return nil
      }
    }

    private init?(_ column: SQLExpression, _ attribute: AttributeDescription?) {
      guard let attribute else { return nil }
      let sql = column.compared
      switch attribute.type.traits.form {
      case .integer:
        self.init(sql, isInteger: true, range: attribute.type.traits.integers ?? .min ... .max)
      case .real, .date:
        self.init(
          sql, isInteger: false,
          doubts: ["(\(sql) <> 0 AND abs(\(sql)) NOT BETWEEN \(Self.least) AND \(Self.greatest))"])
      default: return nil
      }
    }

    private init?(_ operation: FetchExpression.Arithmetic, _ left: SQLNumber, _ right: SQLNumber) {
      guard [.add, .subtract, .multiply].contains(operation) else { return nil }
      let (doubts, leafCount) = (left.doubts + right.doubts, left.leafCount + right.leafCount)
      let sign = operation.rawValue
      guard left.isInteger, right.isInteger else {
        guard leafCount <= Self.leafLimit, let left = left.real, let right = right.real else { return nil }
        self.init(
          "(\(left) \(sign) \(right))", isInteger: false, doubts: doubts, leafCount: leafCount)
        return
      }
      if let range = Self.range(operation, left.range, right.range) {
        self.init(
          "(\(left.sql) \(sign) \(right.sql))", isInteger: true, range: range, doubts: doubts,
          leafCount: leafCount)
      } else {
        // The exact result shows whether 64 bits hold it.
        let sql = "(\(left.sql)::numeric \(sign) \(right.sql)::numeric)"
        self.init(
          sql, isInteger: true, doubts: doubts + ["\(sql) NOT BETWEEN \(Int64.min) AND \(Int64.max)"],
          leafCount: leafCount)
      }
    }

    /// The SQL as a real number; nil if an integer may be rounded twice.
    private var real: String? {
      guard isInteger else { return sql }
      return range == nil ? nil : "\(sql)::double precision"
    }

    /// Returns the values that the result of an operation can have; nil if 64 bits may not hold them.
    private static func range(
      _ operation: FetchExpression.Arithmetic, _ left: ClosedRange<Int64>?, _ right: ClosedRange<Int64>?
    ) -> ClosedRange<Int64>? {
      guard let left, let right else { return nil }
      var results: [Int64] = []
      for first in [left.lowerBound, left.upperBound] {
        for second in [right.lowerBound, right.upperBound] {
          let (result, overflow) =
            switch operation {
            case .add: first.addingReportingOverflow(second)
            case .subtract: first.subtractingReportingOverflow(second)
            default: first.multipliedReportingOverflow(by: second)
            }
          if overflow { return nil }
          results.append(result)
        }
      }
      return results.min().flatMap { least in results.max().map { least...$0 } }
    }
  }
#endif
