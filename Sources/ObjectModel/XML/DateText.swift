internal import Foundation

/// Points in time as `2024-02-29T12:30:05.25Z`, or as seconds since 2001 where that would lose a bit.
enum DateText {
  /// The point in time as text.
  static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e11, let text = calendarText(seconds),
      self.date(text)?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern
    else { return String(seconds) }
    return text
  }

  /// The point in time for which the text stands; nil when it stands for none.
  static func date(_ text: String) -> Date? {
    let seconds = text.hasSuffix("Z") ? calendarSeconds(text) : Double(text)
    return seconds.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  private static let secondsOfDay = 86_400
  /// The days from 1970 to 2001.
  private static let referenceDay = 11_323

  private static func calendarText(_ seconds: Double) -> String? {
    let whole = seconds.rounded(.down)
    let total = Int(whole)
    let day = Int((whole / Double(secondsOfDay)).rounded(.down))
    let (year, month, monthDay) = civil(day + referenceDay)
    guard (1...9999).contains(year) else { return nil }
    let second = total - day * secondsOfDay
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(monthDay, 2))T\(time)\(fraction(seconds, whole))Z"
  }

  /// The digits behind the second: those of the number itself, which are the fewest, where it has them.
  private static func fraction(_ seconds: Double, _ whole: Double) -> String {
    guard seconds != whole else { return "" }
    let text = String(seconds < 0 ? seconds - whole : seconds)
    guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return "" }
    return String(text[point...])
  }

  private static func calendarSeconds(_ text: String) -> Double? {
    let parts = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { digits($0) }
    let clock = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let time = clock[0].split(separator: ":", omittingEmptySubsequences: false).map { digits($0) }
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2], time.count == 3,
      let hour = time[0], let minute = time[1], let second = time[2], (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.day(year, month, day) - referenceDay
    guard civil(days + referenceDay) == (year, month, day) else { return nil }
    let whole = days * secondsOfDay + hour * 3600 + minute * 60 + second
    guard clock.count == 2 else { return Double(whole) }
    guard clock[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), !clock[1].isEmpty else { return nil }
    if whole >= 0 { return Double("\(whole).\(clock[1])") }
    return Double("0.\(clock[1])").map { Double(whole) + $0 }
  }

  /// A number of at most nine digits.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  // MARK: - Days since 1970 and dates (H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”)

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
