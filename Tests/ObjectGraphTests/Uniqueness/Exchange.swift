import Testing

/// An edit of seats in one save, with a unique final state.
struct Exchange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let before: [String: SeatValues]
  /// The final seats: missing ones are deleted, new ones are inserted.
  let after: [String: SeatValues]

  init(_ name: String, _ before: [String: SeatValues], _ after: [String: SeatValues]) {
    (testDescription, self.before, self.after) = (name, before, after)
  }

  init(_ name: String, numbers before: [String: Int?], _ after: [String: Int?]) {
    self.init(
      name, before.mapValues { SeatValues(number: $0) }, after.mapValues { SeatValues(number: $0) })
  }

  /// Returns a rotation of seat numbers: `s1` gets the number 2, and so on; the last seat gets the number of
  /// the first.
  static func cycle(of count: Int) -> Exchange {
    let numbers = 1...count
    return Exchange(
      "cycle of \(count)", numbers: Dictionary(uniqueKeysWithValues: numbers.map { ("s\($0)", $0) }),
      Dictionary(uniqueKeysWithValues: numbers.map { ("s\($0)", $0 % count + 1) }))
  }

  static let plain =
    (2...6).map(cycle(of:)) + [
      Exchange("shift up", numbers: ["a": 1, "b": 2, "c": 3, "d": 4], ["a": 2, "b": 3, "c": 4, "d": 5]),
      Exchange("shift down", numbers: ["a": 2, "b": 3, "c": 4], ["a": 1, "b": 2, "c": 3]),
      Exchange("number given away", numbers: ["a": 1, "b": 2], ["a": 2, "b": nil]),
      Exchange("insert takes a vacated number", numbers: ["a": 1, "b": 2], ["a": 2, "b": 3, "c": 1]),
      Exchange(
        "delete frees a number", numbers: ["a": 1, "b": 2, "c": 3], ["b": 1, "c": 2, "d": 3]),
      Exchange("insert takes a deleted number", numbers: ["a": 1, "b": 2], ["c": 1, "b": 3, "d": 2]),
      Exchange(
        "exchange with a change of another property",
        ["a": SeatValues(number: 1), "b": SeatValues(number: 2)],
        ["a": SeatValues(number: 2, note: "x"), "b": SeatValues(number: 1, note: "y")]),
      Exchange(
        "exchange of two values that are unique together",
        [
          "a": SeatValues(line: 1, place: 1), "b": SeatValues(line: 1, place: 2),
          "c": SeatValues(line: 2, place: 1),
        ],
        [
          "a": SeatValues(line: 1, place: 2), "b": SeatValues(line: 2, place: 1),
          "c": SeatValues(line: 1, place: 1),
        ]),
      Exchange(
        "two constraints exchanged between different objects",
        [
          "a": SeatValues(number: 1, line: 1, place: 1), "b": SeatValues(number: 2, line: 1, place: 2),
          "c": SeatValues(number: 3, line: 1, place: 3), "d": SeatValues(number: 4, line: 1, place: 4),
        ],
        [
          "a": SeatValues(number: 2, line: 1, place: 4), "b": SeatValues(number: 1, line: 1, place: 3),
          "c": SeatValues(number: 5, line: 1, place: 2), "e": SeatValues(number: 3, line: 1, place: 1),
        ]),
    ]

  static let inherited = [
    Exchange(
      "exchange between an entity and its sub-entity",
      [
        "a": SeatValues(number: 1), "s": SeatValues(number: 2, code: "x"),
        "t": SeatValues(number: 3, code: "y"),
      ],
      [
        "a": SeatValues(number: 3), "s": SeatValues(number: 1, code: "y"),
        "t": SeatValues(number: 2, code: "x"),
      ])
  ]
}
