import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Asks for the mark of photos.
struct MarkPrompt: PromptTask {
  private let browser: Browser
  /// The photos, whatever becomes of the cursor while the mark is chosen.
  private let photos: Set<ManagedObjectID>

  init(_ browser: Browser, photos: Set<ManagedObjectID>) {
    (self.browser, self.photos) = (browser, photos)
  }

  /// The marks to choose from.
  static var choices: [Choice] {
    MarkChange.all.map { Choice(text: $0.word, meaning: meaning(of: $0.change)) }
  }

  private static func meaning(of change: MarkChange) -> String {
    switch change {
    case .flag(.pick): "picked"
    case .flag(.reject): "rejected"
    case .flag(.none): "no flag"
    case .stars(0): "no stars"
    case .stars(let stars): String(repeating: "★", count: stars)
    case .label(.none): "no color label"
    case .label(let label): "the \(label.name) label"
    }
  }

  var history: String { "mark" }
  var label: String { "Mark: " }
  var choices: ChoiceList? { ChoiceList(title: "Marks", choices: Self.choices, keysText: "↑ ↓") }

  func accept(_ text: String) throws { try browser.mark(named: text, on: photos) }
}
