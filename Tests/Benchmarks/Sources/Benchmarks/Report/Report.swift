import Foundation

/// One table of figures.
struct Part {
  /// A column of figures.
  struct Column {
    var title: String
    var digits = 0
  }

  /// A row of figures; those that were not measured are NaN.
  struct Row {
    var name: String
    var values: [Double]
  }

  var title: String
  var columns: [Column]
  var rows: [Row] = []
  var bars: [Bar] = []
}

/// What a figure must not exceed.
struct Bar {
  var name: String
  var value: Double
  var limit: Double
  var unit = "ms"

  var isMet: Bool { value <= limit }

  /// The number of decimal places that distinguish the value from the limit.
  var digits: Int { limit < 1 ? 4 : limit < 10 ? 2 : 1 }
}

/// All that was measured.
struct Report {
  var parts: [Part] = []

  private var bars: [Bar] { parts.flatMap(\.bars) }

  /// The bars, and whether they were met.
  var barTable: String {
    let rows = bars.map { bar in
      [
        bar.name, "\(bar.value.fixed(bar.digits)) \(bar.unit)", "\(bar.limit.fixed(bar.digits)) \(bar.unit)",
        bar.isMet ? "met" : "MISSED",
      ]
    }
    return TextTable.text([["bar", "measured", "limit", ""]] + rows)
  }

  /// Everything as JSON, in full precision.
  func json() throws -> Data {
    let report: [String: Any] = [
      "machine": [
        "cores": Machine.cores, "processor": Machine.processor, "system": Machine.system,
        "load": Machine.load,
      ],
      "date": Date().formatted(.iso8601),
      "parts": parts.map(\.json),
      "bars": bars.map {
        ["name": $0.name, "value": $0.value, "limit": $0.limit, "unit": $0.unit, "isMet": $0.isMet]
          as [String: Any]
      },
    ]
    return try JSONSerialization.data(withJSONObject: report, options: [.prettyPrinted, .sortedKeys])
  }
}

extension Part {
  /// The table as text.
  var table: String {
    let lines = rows.map { row in [row.name] + zip(row.values, columns).map { $0.fixed($1.digits) } }
    return TextTable.text([[title] + columns.map(\.title)] + lines)
  }

  fileprivate var json: [String: Any] {
    let rows = rows.map { row in
      let measured = zip(columns.map(\.title), row.values).filter { $1.isFinite }
      return ["name": row.name, "values": Dictionary(measured) { first, _ in first }] as [String: Any]
    }
    return ["title": title, "rows": rows]
  }
}

extension Double {
  /// The number with that many digits behind the point, thousands apart; a dash for what is none.
  fileprivate func fixed(_ digits: Int) -> String {
    guard isFinite else { return "–" }
    let locale = Locale(identifier: "en_US_POSIX")
    return formatted(.number.locale(locale).precision(.fractionLength(digits)).grouping(.automatic))
  }
}
