/// Detects double clicks: a second press of a button in the same cell, soon after the first.
struct ClickCounter {
  /// The longest interval of a double click: the default of common desktops.
  static let interval = Duration.milliseconds(400)

  private var last: (press: MouseEvent, time: ContinuousClock.Instant)?

  /// `event`, as a double press if it is one.
  mutating func counted(_ event: MouseEvent, at time: ContinuousClock.Instant) -> MouseEvent {
    guard event.action == .press else { return event }
    if let (press, before) = last, press == event, time - before <= Self.interval {
      last = nil
      var double = event
      double.action = .doublePress
      return double
    }
    last = (event, time)
    return event
  }
}
