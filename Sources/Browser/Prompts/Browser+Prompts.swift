import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Asking for texts, and their use.
extension Browser {
  /// Opens a prompt.
  func ask(_ task: any PromptTask) { open(PromptScreen(task)) }

  /// The sources with names, then those that brought photos before, then those that are always there.
  var sourceChoices: [Choice] {
    // A library that cannot be read says so elsewhere.
    let used = (try? library.sourceNames()) ?? []
    return SourceChoices.make(named: refresh.refresher.named, used: used)
  }

  /// Has photos come from another source from now on.
  func use(source: String) throws {
    refresh.refresher = try refresh.refresher.with(source: source)
    toasts.show(Toast(.info, "Source: \(refresh.refresher.name)", hint: hint(.refresh, "fetches it")))
  }

  /// Writes the pictures that a command acts on to a folder; asks whether to make it if it is missing.
  func write(toFolder name: String) throws {
    guard let targets = targets(nil), !targets.isEmpty else { return }
    do {
      export(targets.map(\.objectID), to: try ExportFolder(name: name).existingPath())
      session.exportFolder = name
    } catch let problem {
      guard problem == .missing(name) else { throw problem }
      let prompt = PromptScreen(ExportPrompt(self, photos: targets, folder: name, isMissing: true))
      prompt.note = "\(problem)"
      open(prompt)
    }
  }

  /// Narrows the list that keys go to, to what contains a text.
  func filter(_ text: String) {
    guard text != lists.filter else { return }
    switch lists.focus {
    case .photos: start { [lists] in try await lists.photos.filter(text) }
    case .photographers: start { [lists] in try await lists.photographers.filter(text) }
    }
  }
}
