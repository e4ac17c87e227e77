/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  /// The year, from 1.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Parses `YYYY-MM-DD`; returns `nil` for invalid days.
  public init?(_ text: some StringProtocol) {
    guard let match = String(text).wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      year > 0, (1...12).contains(month), day > 0, day <= Self.days(of: month, year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Returns the number of days in a month.
  static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }.joined(separator: "-")
  }
}
