import PhotoLibrary
import Presentation

/// Asks whether several files are renamed, and shows the first names.
struct RenameConfirmation: PromptTask {
  private let browser: Browser
  private let plans: [MovePlan]

  init(_ browser: Browser, _ plans: [MovePlan]) { (self.browser, self.plans) = (browser, plans) }

  /// The number of names that are shown.
  private static let shown = 3

  var history: String { "rename-confirmation" }
  var isConfirmation: Bool { true }
  var label: String { "Enter renames them, Esc keeps the names: " }

  var facts: String? {
    let names = plans.compactMap(\.names)
    let first = names.prefix(Self.shown).map { "\($0.before) becomes \($0.after)" }.joined(separator: ", ")
    let more = names.count > Self.shown ? ", and \(names.count - Self.shown) more" : ""
    // The names can be long; the photos that stay must not be cut off.
    let problems = plans.compactMap(\.problem)
    let staying = problems.first.map {
      " \(Words.count(problems.count, "photo")) \(problems.count == 1 ? "stays" : "stay"): \($0)"
    }
    return "Rename \(Words.count(names.count, "photo"))?\(staying ?? "") \(first)\(more)."
  }

  func accept(_ text: String) { browser.rename(plans) }
}
