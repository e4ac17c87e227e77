/// Conversions of times to and from Flickr's formats.
enum LoopbackTime {
  /// Returns seconds since 1970 in the format `2024-05-01 10:00:00`.
  static func sql(_ seconds: Int) -> String {
    let (day, rest) = seconds.floorDivided(by: 86_400)
    let (year, month, date) = civil(day)
    return "\(padded(year, 4))-\(padded(month))-\(padded(date)) "
      + "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
  }

  /// Returns seconds since 1970 in the format `2024-05-01T10:00:00Z`.
  static func iso(_ seconds: Int) -> String {
    sql(seconds).replacing(" ", with: "T") + "Z"
  }

  /// Returns seconds since 1970 from digits or from `YYYY-MM-DD[ HH:MM:SS]`.
  static func seconds(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard text.contains("-"), numbers.count == 3 || numbers.count == 6 || numbers.count == 5 else {
      return nil
    }
    guard numbers[0] < 10_000, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
      numbers.dropFirst(3).allSatisfy({ $0 <= 60 })
    else { return nil }
    let time = Array(numbers.dropFirst(3)) + [0, 0, 0]
    return days(numbers[0], numbers[1], numbers[2]) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
  }

  /// Returns year, month, and day of a day since 1970 (Hinnant, “chrono-Compatible Low-Level Date
  /// Algorithms”).
  private static func civil(_ day: Int) -> (Int, Int, Int) {
    let (era, dayOfEra) = (day + 719_468).floorDivided(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  /// Returns the quotient and the remainder, which is never negative.
  fileprivate func floorDivided(by divisor: Int) -> (Int, Int) {
    let remainder = ((self % divisor) + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
