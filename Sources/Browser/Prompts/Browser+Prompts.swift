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
      case .command: (":", "")
      }
    mode = .prompt(
      Prompt(
        purpose: purpose, field: TextField(prompt: label, text: text), origin: focusedID,
        jump: jump, formerFilter: currentFilter, picker: makePicker(for: purpose)))
  }

  /// Asks for the folder to which the pictures of photos are written.
  func askForFolder(of photos: [Photo]) {
    ask(.export)
    guard case .prompt(var prompt) = mode else { return }
    if photos.count > 1 { prompt.field.prompt = "Write \(photos.count) pictures to folder: " }
    prompt.photos = photos.map(\.objectID)
    mode = .prompt(prompt)
  }

  /// The choices offered at first.
  private func makePicker(for purpose: Prompt.Purpose) -> ChoiceList? {
    guard purpose == .source else { return nil }
    return ChoiceList(
      title: "Sources", choices: sourceChoices, keysText: "↑ ↓", current: refresh.refresher.name)
  }

  /// The sources with names, then those that brought photos before, then those that are always there.
  var sourceChoices: [Choice] {
    // A library that cannot be read says so elsewhere.
    let used = (try? library.sourceNames()) ?? []
    return SourceChoices.make(named: refresh.refresher.named, used: used)
  }

  /// Follows what is being typed.
  func changed(_ prompt: Prompt) {
    let text = prompt.field.text
    switch prompt.purpose {
    case .search: find(text, from: prompt.origin)
    case .filter: filter(text)
    case .source, .export, .command: break
    }
  }

  /// Uses what was typed; a text that cannot be used stays in the prompt, with the reason above it.
  ///
  /// The prompt closes only when its text was used, so that no key meant for it becomes a command.
  func accept(_ prompt: Prompt) {
    do {
      mode = .commands
      try use(prompt)
      history.add(prompt.field.text, for: prompt.purpose)
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
      keep(prompt.jump)
      if search.text == prompt.field.text, !search.text.isEmpty, search.matches.isEmpty {
        reportNothingFound()
      }
    case .export:
      let folder = ExportFolder(name: prompt.field.text)
      export(prompt.photos, to: prompt.makesFolder ? try folder.make() : try folder.existingPath())
      exportFolder = folder.name
    case .source: try use(source: prompt.field.text)
    case .command: try run(prompt.field.text)
    }
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
      exportFolder = name
    } catch let problem {
      guard problem == .missing(name) else { throw problem }
      askToMake(name, for: targets)
    }
  }

  /// Asks whether to make a folder that is missing.
  private func askToMake(_ folder: String, for photos: [Photo]) {
    askForFolder(of: photos)
    guard case .prompt(var prompt) = mode else { return }
    prompt.field = TextField(prompt: prompt.field.prompt, text: folder)
    prompt.note = "\(ExportFolder.Problem.missing(folder))"
    prompt.makesFolder = true
    mode = .prompt(prompt)
  }

  // MARK: Choosing instead of typing

  /// Takes a key that completes what is typed, or goes through the choices or the history; false for other events.
  func chooses(_ event: InputEvent, in prompt: inout Prompt) -> Bool {
    guard case .key(let key) = event else { return false }
    switch (key, prompt.purpose) {
    case (.tab, _), (.control("n"), _), (.down, .source): choose(by: 1, in: &prompt)
    case (.backTab, _), (.control("p"), _), (.up, .source): choose(by: -1, in: &prompt)
    case (.up, _): recall(by: 1, in: &prompt)
    case (.down, _): recall(by: -1, in: &prompt)
    default: return false
    }
    return true
  }

  private func choose(by step: Int, in prompt: inout Prompt) {
    if prompt.purpose == .command, prompt.picker == nil { prompt.picker = completions(of: prompt.field.text) }
    guard let text = prompt.picker?.choose(by: step) else { return }
    prompt.field = TextField(prompt: prompt.field.prompt, text: text)
    prompt.forgetRefusal()
    mode = .prompt(prompt)
    // The only completion is typed, and what follows it can be completed next.
    if prompt.purpose == .command, prompt.picker?.choices.count == 1 {
      prompt.picker = nil
      mode = .prompt(prompt)
    }
  }

  private func recall(by step: Int, in prompt: inout Prompt) {
    if prompt.recalled == nil { prompt.typed = prompt.field.text }
    let found = history.recall(
      from: prompt.recalled, by: step, typed: prompt.typed, for: prompt.purpose)
    guard let found else { return }
    prompt.recalled = found.index
    prompt.field = TextField(prompt: prompt.field.prompt, text: found.text)
    prompt.picker = nil
    prompt.forgetRefusal()
    mode = .prompt(prompt)
    changed(prompt)
  }

  /// Puts things back as they were before the prompt.
  func cancel(_ prompt: Prompt) {
    mode = .commands
    switch prompt.purpose {
    case .search:
      search.forget()
      go(to: prompt.origin)
    case .filter: filter(prompt.formerFilter)
    case .source, .export, .command: break
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
