/// Values that are kept as long as they are used now and then, up to a cost.
struct RecentlyUsed<Key: Hashable, Value> {
  /// The most that all values may cost together; the last one used is always kept.
  let limit: Int
  private(set) var cost = 0
  private var entries: [Key: (value: Value, cost: Int, use: Int)] = [:]
  private var uses = 0

  init(limit: Int) { self.limit = limit }

  /// The value of a key, which has been used by this.
  mutating func use(_ key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].use = uses
    return entries.values[index].value
  }

  /// Keeps a value and gives up those that have not been used for longest, as far as there is no room.
  ///
  /// O(n log n) when there is no room, to make room for a while; else O(1).
  mutating func keep(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    uses += 1
    entries[key] = (value, cost, uses)
    self.cost += cost
    if self.cost > limit { makeRoom(keeping: key) }
  }

  mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { cost -= entry.cost }
  }

  /// Removes the values of some keys.
  mutating func removeAll(where isGone: (Key) -> Bool) {
    for key in entries.keys.filter(isGone) { remove(key) }
  }

  mutating func removeAll() {
    entries.removeAll()
    cost = 0
  }

  private mutating func makeRoom(keeping kept: Key) {
    for (key, _) in entries.sorted(by: { $0.value.use < $1.value.use }) where key != kept {
      if cost <= limit * 3 / 4 { return }
      remove(key)
    }
  }
}
