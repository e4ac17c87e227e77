import Foundation

/// A text that can be chosen instead of typed.
nonisolated struct Choice: Hashable, Sendable {
  /// The text.
  let text: String
  /// The description of the text; empty if the text is sufficient.
  var meaning = ""
  /// The text as the list shows it, if that is not all of it.
  var label: String?

  /// Returns whether the text begins with what was typed, in any case and with or without accents.
  func begins(with typed: String) -> Bool {
    [text, label ?? text].contains { $0.range(of: typed, options: Self.loosely.union(.anchored)) != nil }
  }

  /// Returns whether what was typed occurs in the text or in its description.
  func contains(_ typed: String) -> Bool {
    [text, label ?? text, meaning].contains { $0.range(of: typed, options: Self.loosely) != nil }
  }

  private static let loosely: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
}
