internal import Foundation

/// The two formats in which Flickr writes dates.
public enum FlickrTime {
  /// Returns the date of seconds since 1970; `nil` outside the range of a calendar.
  static func unix(_ seconds: Int?) -> Date? {
    guard let seconds, NumberBounds.seconds.contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Parses `2017-01-21T16:12:09Z`, also with an offset such as `-08:00`.
  static func iso8601(_ text: String) -> Date? {
    guard let local = local(text) else { return nil }
    // Works on bytes, because characters take several times as long.
    let digits = Array(local.utf8)
    let numbers = Self.places.map { place in digits[place].reduce(0) { $0 * 10 + Int($1 & 15) } }
    guard numbers[0] > 0 else { return nil }
    let days = days(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    guard let offset = offset(Array(text.utf8.dropFirst(19))) else { return nil }
    return unix(seconds - offset)
  }

  /// The positions of year, month, day, hour, minute and second, which may be a leap second.
  private static let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]

  /// Returns the first 19 characters with a blank in the middle: the local time; `nil` if they are not a
  /// valid time.
  ///
  /// Any time of the year 0000 is valid: Flickr writes it for photos without a date.
  public static func local(_ text: String) -> String? {
    var text = text
    guard text.withUTF8(isTime) else { return nil }
    // As lists have it.
    if text.utf8.count == 19, text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: 10)] == 0x20 {
      return text
    }
    return String(
      decoding: Array(text.utf8.prefix(10)) + [0x20] + text.utf8.dropFirst(11).prefix(8), as: UTF8.self)
  }

  private static func isTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 19 else { return false }
    for index in 0..<19 {
      let isValid =
        switch index {
        case 4, 7: bytes[index] == UInt8(ascii: "-")
        case 10: bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "T")
        case 13, 16: bytes[index] == UInt8(ascii: ":")
        default: bytes[index].isDigit
        }
      guard isValid else { return false }
    }
    func number(_ place: Range<Int>) -> Int { bytes[place].reduce(0) { $0 * 10 + Int($1 & 15) } }
    let (year, month, day) = (number(places[0]), number(places[1]), number(places[2]))
    guard year > 0 else { return true }
    return (1...12).contains(month) && (1...CalendarDay.days(of: month, year)).contains(day)
      && number(places[3]) < 24 && number(places[4]) < 60 && number(places[5]) <= 60
  }

  /// Parses `Z` or nothing, or hours and minutes such as `-08:00`.
  private static func offset(_ text: [UInt8]) -> Int? {
    guard let sign = text.first, sign != UInt8(ascii: "Z") else { return 0 }
    guard text.count == 6, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      text[3] == UInt8(ascii: ":"),
      [1, 2, 4, 5].allSatisfy({ text[$0].isDigit })
    else { return nil }
    let (hours, minutes) = (
      Int(text[1] & 15) * 10 + Int(text[2] & 15), Int(text[4] & 15) * 10 + Int(text[5] & 15)
    )
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar (Hinnant, “chrono-Compatible Low-Level
  /// Date Algorithms”).
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
