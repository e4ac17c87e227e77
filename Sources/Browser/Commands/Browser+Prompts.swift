import Foundation
import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

extension Browser {
  /// Opens a prompt.
  func ask(_ purpose: Prompt.Purpose) {
    let (label, text) =
      switch purpose {
      case .search: ("Search: ", "")
      case .filter: ("Filter: ", currentFilter)
      case .source: ("Source: ", refresh.refresher.name)
      case .export: ("Write to folder: ", exportFolder ?? PictureExport.usualFolder)
      }
    mode = .prompt(
      Prompt(
        purpose: purpose, field: TextField(prompt: label, text: text), origin: focusedID,
        formerFilter: currentFilter, picker: purpose == .source ? makePicker() : nil))
  }

  /// Asks for the folder to which the pictures of photos are written.
  func askForFolder(of photos: [Photo]) {
    ask(.export)
    guard case .prompt(var prompt) = mode else { return }
    if photos.count > 1 { prompt.field.prompt = "Write \(photos.count) pictures to folder: " }
    prompt.photos = photos.map(\.objectID)
    mode = .prompt(prompt)
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

  /// Uses what was typed; a text that cannot be used stays in the prompt, with the reason above it.
  ///
  /// The prompt closes only when its text was used, so that no key meant for it becomes a command.
  func accept(_ prompt: Prompt) {
    do {
      mode = .commands
      try use(prompt)
    } catch {
      var prompt = prompt
      prompt.note = (error as? any LocalizedError)?.failureReason ?? "\(error)"
      if case ExportFolder.Problem.missing = error { prompt.makesFolder = true }
      mode = .prompt(prompt)
    }
  }

  private func use(_ prompt: Prompt) throws {
    switch prompt.purpose {
    case .filter: break
    case .search:
      if search.text == prompt.field.text, !search.text.isEmpty, search.matches.isEmpty {
        reportNothingFound()
      }
    case .export:
      let folder = ExportFolder(name: prompt.field.text)
      export(prompt.photos, to: prompt.makesFolder ? try folder.make() : try folder.existingPath())
      exportFolder = folder.name
    case .source:
      refresh.refresher = try refresh.refresher.with(source: prompt.field.text)
      toasts.show(Toast(.info, "Source: \(refresh.refresher.name)", hint: "r fetches it"))
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

  /// The filter of the focused list.
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
