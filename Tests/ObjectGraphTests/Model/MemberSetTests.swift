import Testing

@testable import ObjectGraph

@Suite("Positions of members, which files can place anywhere")
struct MemberSetTests {
  private let ids = (1...3).map { ManagedObjectID(entity: EntityNumber(1), key: $0) }

  private func members(at positions: Int64...) -> MemberSet {
    var members = MemberSet()
    for (id, position) in zip(ids, positions) { members.insert(row: id, member: id, position: position) }
    return members
  }

  @Test("The position after the last member is at most the last number")
  func next() {
    #expect(members().nextPosition == 2_048)
    #expect(members(at: 2_048).nextPosition == 3_072)
    #expect(members(at: .max - 1).nextPosition == .max)
    #expect(members(at: .max).nextPosition == .max)
  }

  @Test("There is no room before the first number and after the last one")
  func ends() {
    #expect(members(at: .max).position(after: ids[0], before: nil) == nil)
    #expect(members(at: .min).position(after: nil, before: ids[0]) == nil)
    #expect(members(at: .max).position(after: nil, before: ids[0]) == Int64.max - 1_024)
    #expect(members(at: .min).position(after: ids[0], before: nil) == Int64.min + 1_024)
  }

  @Test("There is room between two positions, however far they are from each other")
  func between() {
    #expect(members(at: .min, .max).position(after: ids[0], before: ids[1]) == -1)
    #expect(members(at: 2_048, 3_072).position(after: ids[0], before: ids[1]) == 2_560)
    #expect(members(at: 5, 6).position(after: ids[0], before: ids[1]) == nil)
  }

  @Test("A new order gives all members new positions where there is no room", arguments: [Int64.min, .max])
  func order(end: Int64) {
    var members = members(at: end)
    for wanted in [[ids[1], ids[0]], [ids[0], ids[1]], [ids[1], ids[0], ids[2]]] {
      let places = members.places(inOrder: wanted)
      #expect(places.count == wanted.count)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(places)")
    }
    var far = self.members(at: .min, .max)
    let places = far.places(inOrder: [ids[0], ids[2], ids[1]])
    #expect(places == [.min, -1, .max])
  }
}
