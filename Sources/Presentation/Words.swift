public import Foundation

/// Parts of sentences.
public enum Words {
  /// Returns a number with its noun: “1 photo”, “2 photos”.
  public static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a number with commas between thousands: “1,204”.
  public static func number(_ number: Int) -> String {
    let digits = Array("\(number.magnitude)")
    let groups = digits.indices.map { index in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
    }
    return (number < 0 ? "-" : "") + groups.joined()
  }

  /// Returns texts as a list: “a”, “a and b”, “a, b and c”.
  static func list(_ texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns the text without its full stop, so that the sentence can continue.
  static func clause(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// Returns the text with a capital first letter.
  public static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// Returns the time since a date in words: “just now”, “5 min ago”, “3 h ago”, “12 days ago”.
  public static func age(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    return switch seconds {
    case ..<60: "just now"
    case ..<3_600: "\(Int(seconds / 60)) min ago"
    case ..<86_400: "\(Int(seconds / 3_600)) h ago"
    default: count(Int(seconds / 86_400), "day") + " ago"
    }
  }
}
