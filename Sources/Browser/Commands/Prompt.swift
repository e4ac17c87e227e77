import ObjectGraph
import PhotoLibrary
import TerminalUI

/// A line in which something is typed.
struct Prompt {
  /// What it is typed for.
  enum Purpose {
    case search
    case filter
    case source
    case export
  }

  let purpose: Purpose
  var field: TextField
  /// Where the cursor was, to go back there if the prompt is cancelled.
  let origin: ManagedObjectID?
  /// What the filter was, to go back to it.
  let formerFilter: String
  /// What can be chosen instead of being typed.
  var picker: SourcePicker?
}

extension Browser {
  /// Opens a prompt.
  func ask(_ purpose: Prompt.Purpose) {
    let (label, text) =
      switch purpose {
      case .search: ("Search: ", "")
      case .filter: ("Filter: ", currentFilter)
      case .source: ("Source: ", refresh.refresher.name)
      case .export: ("Write the picture to folder: ", exportFolder ?? PictureExport.usualFolder)
      }
    mode = .prompt(
      Prompt(
        purpose: purpose, field: TextField(prompt: label, text: text), origin: focusedID,
        formerFilter: currentFilter, picker: purpose == .source ? makePicker() : nil))
  }

  /// The sources with names, then those that brought photos before, then those that are always there.
  private func makePicker() -> SourcePicker {
    // A library that cannot be read says so elsewhere.
    let used = (try? library.sourceNames()) ?? []
    return SourcePicker(
      named: refresh.refresher.named, used: used, current: refresh.refresher.name)
  }

  /// Follows what is being typed.
  func changed(_ prompt: Prompt) {
    let text = prompt.field.text
    switch prompt.purpose {
    case .search: find(text, from: prompt.origin)
    case .filter: filter(text)
    case .source, .export: break
    }
  }

  /// Uses what was typed.
  func accept(_ prompt: Prompt) {
    mode = .commands
    switch prompt.purpose {
    case .search, .filter: break
    case .export: export(to: prompt.field.text)
    case .source:
      attempt {
        refresh.refresher = try refresh.refresher.with(source: prompt.field.text)
        toasts.show(Toast(.info, "Photos now come from \(refresh.refresher.name)", hint: "r refresh"))
      }
    }
  }

  /// Puts things back as they were before the prompt.
  func cancel(_ prompt: Prompt) {
    mode = .commands
    switch prompt.purpose {
    case .search:
      search.forget()
      go(to: prompt.origin)
    case .filter: filter(prompt.formerFilter)
    case .source, .export: break
    }
  }

  /// What the focused list is narrowed to.
  var currentFilter: String { focus == .photos ? photos.filter : photographerFilter }

  /// Narrows the focused list to what contains a text.
  func filter(_ text: String) {
    guard text != currentFilter else { return }
    switch focus {
    case .photos: start { try await self.photos.filter(text) }
    case .photographers:
      photographerFilter = text
      start { try await self.photographers.filter(text) }
    }
  }
}
