internal import ObjectModel
internal import ObjectStore

/// The members of a to-many relationship of one object, by the rows that make them members.
///
/// Those rows are the members themselves, or rows that join the two ends of a many-to-many relationship.
struct MemberSet {
  /// The members.
  private(set) var ids: Set<ManagedObjectID> = []
  /// The rows that join members to the owner; empty where the members are the rows.
  private var joining: [ManagedObjectID: ManagedObjectID] = [:]
  /// The places of the rows; empty unless the relationship is ordered.
  private var positions: [ManagedObjectID: Int64] = [:]
  /// The members in their order, once it has been asked for.
  private var order: [ManagedObjectID]?
  /// The largest place that was ever taken.
  private var lastPosition: Int64 = 0

  /// The first place, as in Core Data's files.
  private static let firstPosition: Int64 = 2048
  /// The distance between neighboring positions, which leaves room for insertions; as in Core Data's files.
  private static let step: Int64 = 1024

  init() {}

  /// The members for which rows stand.
  init(_ rows: [Row], _ membership: ManagedObjectModel.Membership) {
    for row in rows {
      guard let member = membership.member(row) else { continue }
      insert(row: row.id, member: member, position: membership.position.map { row.values[$0].place })
    }
  }

  /// A row makes an object a member, at a place if there is an order.
  mutating func insert(row: ManagedObjectID, member: ManagedObjectID, position: Int64?) {
    ids.insert(member)
    if row != member { joining[member] = row }
    guard let position else { return }
    positions[row] = position
    lastPosition = max(lastPosition, position)
    order = nil
  }

  /// A row no longer makes an object a member.
  mutating func remove(row: ManagedObjectID, member: ManagedObjectID) {
    // Two contexts can have made a row each for the same two objects; one of them goes.
    guard self.row(of: member) == row else { return }
    joining[member] = nil
    positions[row] = nil
    ids.remove(member)
    order = nil
  }

  /// The row that makes an object a member; nil when it is none.
  func row(of member: ManagedObjectID) -> ManagedObjectID? {
    joining[member] ?? (ids.contains(member) ? member : nil)
  }

  /// The rows that make the members what they are.
  var rows: [ManagedObjectID] { ids.map { joining[$0] ?? $0 } }

  // MARK: Order

  /// The members in their order; those of one place by their IDs.
  ///
  /// O(n log n) after a change.
  mutating func ordered() -> [ManagedObjectID] {
    if let order { return order }
    let sorted = ids.map { (position: position(of: $0), id: $0) }.sorted { $0 < $1 }.map(\.id)
    order = sorted
    return sorted
  }

  /// The place of a member.
  func position(of member: ManagedObjectID) -> Int64 {
    row(of: member).flatMap { positions[$0] } ?? 0
  }

  /// The place for a member that is added at the end.
  ///
  /// After a place at the end of the numbers, it is the last number: members of one place are in the order of their IDs.
  var nextPosition: Int64 { nextPosition(above: 0) }

  /// Returns the place for a member that is added at the end, above the place that it had among others.
  func nextPosition(above former: Int64) -> Int64 {
    let last = max(lastPosition, former)
    return last == 0 ? Self.firstPosition : last.adding(Self.step) ?? .max
  }

  /// A place between two members that follow each other, or at one of the ends; nil when there is no room.
  func position(after left: ManagedObjectID?, before right: ManagedObjectID?) -> Int64? {
    guard let right else {
      guard let left else { return Self.firstPosition }
      return position(of: left).adding(Self.step)
    }
    let upper = position(of: right)
    guard let lower = left.map(position) ?? upper.adding(-2 * Self.step) else { return nil }
    return Self.places(1, between: lower, and: upper)?.first
  }

  /// Returns places for members in an order, some of which can be new: as few places as possible change.
  ///
  /// - Complexity: O(*n* log *n*)
  mutating func places(inOrder wanted: [ManagedObjectID]) -> [Int64] {
    var ranks: [ManagedObjectID: Int] = [:]
    for (rank, id) in ordered().enumerated() { ranks[id] = rank }
    let known = wanted.indices.filter { ranks[wanted[$0]] != nil }
    let stays = known.map { ranks[wanted[$0]] ?? 0 }.longestIncreasingSubsequence()
    var places: [Int64] = []
    var left: Int64?
    for (index, stays) in zip(known, stays) where stays {
      let right = position(of: wanted[index])
      guard let between = Self.places(index - places.count, after: left, before: right) else {
        return Self.positions(wanted.count)
      }
      places += between + [right]
      left = right
    }
    guard let last = Self.places(wanted.count - places.count, after: left, before: nil) else {
      return Self.positions(wanted.count)
    }
    return places + last
  }

  /// Returns places between two others, or at one of the ends; nil when there is no room.
  private static func places(_ count: Int, after left: Int64?, before right: Int64?) -> [Int64]? {
    guard count > 0 else { return [] }
    let length = (Int64(count) + 1) * step
    switch (left, right) {
    case (nil, nil): return positions(count)
    case (let left?, nil): return left.adding(length).flatMap { places(count, between: left, and: $0) }
    case (nil, let right?): return right.adding(-length).flatMap { places(count, between: $0, and: right) }
    case (let left?, let right?): return places(count, between: left, and: right)
    }
  }

  /// Returns places at equal distances between two others; nil when there is no room.
  ///
  /// Files can contain any number as a place, so that the distance of two need not be a number of 64 bits with a sign.
  private static func places(_ count: Int, between left: Int64, and right: Int64) -> [Int64]? {
    guard left < right else { return nil }
    let distance = UInt64(bitPattern: right &- left) / (UInt64(count) + 1)
    return distance > 0 ? (1...UInt64(count)).map { left &+ Int64(bitPattern: $0 * distance) } : nil
  }

  /// The places of so many members, with room between them.
  static func positions(_ count: Int) -> [Int64] {
    (0..<Int64(count)).map { firstPosition + $0 * step }
  }
}

extension Int64 {
  /// Returns the sum; nil if it is no number of 64 bits.
  fileprivate func adding(_ other: Int64) -> Int64? {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? nil : sum
  }
}
