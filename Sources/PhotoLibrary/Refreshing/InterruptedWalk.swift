/// The state of a walk that was interrupted, from which the next one of the same reach continues if it follows soon.
///
/// Lists change: after a day, new photos on the first pages matter more. The photos that the walk left out are behind the
/// position of older photos in any case.
struct InterruptedWalk: Hashable, Sendable {
  /// The next page.
  let place: SourcePlace
  /// The pages that the walk reads.
  let reach: RefreshOptions.Reach
  /// The time of its last page, in seconds since 1970.
  let time: Int

  /// The number of seconds after which a walk is not continued.
  private static let patience = 86_400

  /// Returns whether a walk of that reach, which begins now, continues this one.
  func isContinued(by reach: RefreshOptions.Reach, at now: Int) -> Bool {
    reach == self.reach && (now - Self.patience...now).contains(time)
  }
}

extension InterruptedWalk: LosslessStringConvertible {
  /// A line for each value.
  var description: String { [place.description, reach.rawValue, "\(time)"].joined(separator: "\n") }

  init?(_ description: String) {
    let lines = description.split(separator: "\n").map(String.init)
    guard lines.count == 3, let place = SourcePlace(lines[0]),
      let reach = RefreshOptions.Reach(rawValue: lines[1]), let time = Int(lines[2])
    else { return nil }
    self.init(place: place, reach: reach, time: time)
  }
}
