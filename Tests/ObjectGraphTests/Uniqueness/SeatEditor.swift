import TestSupport

/// A generator of edits that move unique values between seats, with the resulting state.
struct SeatEditor {
  var random: SeededGenerator
  private let prefix: String
  private var next = 0

  /// - Parameter prefix: The prefix of the names of new seats.
  init(seed: UInt64, prefix: String = "s") {
    random = SeededGenerator(seed: seed)
    self.prefix = prefix
  }

  /// Returns the state after one to four edits, which is still unique.
  mutating func edited(_ seats: [String: SeatValues]) -> [String: SeatValues] {
    var seats = seats
    for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&seats) }
    return seats
  }

  private mutating func edit(_ seats: inout [String: SeatValues]) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: turn(&seats) { $0.number = $1.number }
    case 2: turn(&seats) { ($0.line, $0.place) = ($1.line, $1.place) }
    case 3: turn(&seats, where: { $0.code != nil }) { $0.code = $1.code }
    case 4: shift(&seats, by: 1)
    case 5: shift(&seats, by: -1)
    case 6:
      // A new seat gets the number of another one, which gets a new one or none.
      guard let name = one(of: seats) else { return insert(&seats, SeatValues(number: fresh())) }
      insert(&seats, SeatValues(number: seats[name]?.number))
      seats[name]?.number = Bool.random(using: &random) ? nil : fresh()
    case 7:
      // A seat gets the number of a deleted one.
      guard let heir = one(of: seats), let other = one(of: seats), heir != other else { return }
      let old = seats.removeValue(forKey: other)
      seats[heir]?.number = old?.number
    case 8:
      // A new seat replaces another one.
      guard let name = one(of: seats), let old = seats.removeValue(forKey: name) else { return }
      insert(&seats, old)
    case 9: if let name = one(of: seats) { seats[name]?.note = "note \(fresh())" }
    default:
      let isSofa = Bool.random(using: &random)
      insert(
        &seats,
        SeatValues(number: fresh(), line: fresh() % 3, place: fresh(), code: isSofa ? "code \(fresh())" : nil)
      )
    }
  }

  /// Rotates values among two to six seats.
  private mutating func turn(
    _ seats: inout [String: SeatValues], where isMeant: (SeatValues) -> Bool = { _ in true },
    _ take: (inout SeatValues, SeatValues) -> Void
  ) {
    let names = seats.keys.sorted().filter { seats[$0].map(isMeant) == true }.shuffled(using: &random)
    let cycle = Array(names.prefix(Int.random(in: 2...6, using: &random)))
    let old = seats
    for (index, name) in cycle.enumerated() {
      guard var seat = seats[name], let other = old[cycle[(index + 1) % cycle.count]] else { continue }
      take(&seat, other)
      seats[name] = seat
    }
  }

  private mutating func shift(_ seats: inout [String: SeatValues], by distance: Int) {
    let first = seats.values.compactMap(\.number).randomElement(using: &random) ?? 0
    // All numbers from `first` upward, or from `first` downward.
    for (name, seat) in seats {
      guard let number = seat.number, distance > 0 ? number >= first : number <= first else { continue }
      seats[name]?.number = number + distance
    }
  }

  private mutating func insert(_ seats: inout [String: SeatValues], _ seat: SeatValues) {
    seats["\(prefix)\(fresh())"] = seat
  }

  private mutating func one(of seats: [String: SeatValues]) -> String? {
    seats.keys.sorted().randomElement(using: &random)
  }

  private mutating func fresh() -> Int {
    next += 1
    return next * 50
  }
}
