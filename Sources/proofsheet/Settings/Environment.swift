import Foundation

/// Variables of the environment.
enum Environment {
  /// The value of a variable; nil when it is not set, or empty.
  static func value(_ name: String) -> String? {
    // Not by ProcessInfo, which makes a dictionary of all of them each time.
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
