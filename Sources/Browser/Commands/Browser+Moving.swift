import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Moving the files of photos to other folders, and renaming them.
extension Browser {
  /// Asks for the folder to which the files of the photos that a command acts on are moved.
  func askForDestination() {
    guard let ids = targetIDs(nil), !ids.isEmpty else { return }
    ask(MovePrompt(self, photos: ids))
  }

  /// Moves the files of photos to a folder.
  ///
  /// - Parameters:
  ///   - name: The folder as the user typed it.
  ///   - chosen: The photos; `nil` for those that a command acts on.
  func move(toFolder name: String, photos chosen: Set<ManagedObjectID>? = nil) {
    guard let targets = targets(chosen: chosen) else { return }
    let (moving, place) = (MovingChange(), place)
    startChange("moving \(PhotoLibrary.words(for: targets)) to \(name)", moving: moving) { [self] in
      let plans = try await library.context.whenAtHand { [library] in
        try library.movePlans(for: targets, to: name)
      }
      let summary = try await library.move(plans, to: name) { [self] in record($0, of: moving, from: place) }
      show(summary, MovePresentation.sentence(about: summary, to: name))
    }
  }

  /// Asks for the pattern by which the files of the photos that a command acts on are renamed.
  func askForPattern() {
    guard let ids = targetIDs(nil), !ids.isEmpty else { return }
    ask(RenamePrompt(self, photos: ids))
  }

  /// Renames the files of photos; asks before more than one.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - chosen: The photos; `nil` for those that a command acts on.
  /// - Throws: `RenamePattern.Failure`, and the errors of the library.
  func rename(by text: String, photos chosen: Set<ManagedObjectID>? = nil) throws {
    let pattern = try RenamePattern(text)
    guard let ids = chosen ?? targetIDs(nil), !ids.isEmpty else { return }
    try reading(ids) { [library] photos in
      try library.renamePlans(for: photos, by: pattern)
    } then: { [self] plans in
      guard !plans.isEmpty else { return toasts.show(Toast(.info, Self.deletedMeanwhile(ids.count))) }
      let count = plans.count { $0.names != nil }
      if count > 1 { ask(RenameConfirmation(self, plans)) } else { rename(plans) }
    }
  }

  /// Renames files as planned.
  func rename(_ plans: [MovePlan]) {
    let (moving, place) = (MovingChange(), place)
    startChange("renaming \(Words.count(plans.count, "photo"))", moving: moving) { [self] in
      let summary = try await library.rename(plans) { [self] in record($0, of: moving, from: place) }
      show(summary, MovePresentation.sentence(aboutRenaming: summary))
    }
  }

  /// Records where the cursors were before a move, which can be undone, or that it was taken back.
  private func record(_ isMoved: Bool, of moving: MovingChange, from place: Trail.Place) {
    moving.history = isMoved ? library.changeHistory() : nil
    if isMoved { lists.trail.places.append(place) } else { _ = lists.trail.places.popLast() }
  }

  private func show(_ summary: MoveSummary, _ sentence: String) {
    // The other reasons are in the list of messages.
    var messages = summary.problems.map { Toast(.error, $0) }
    if summary.photos > 0 || messages.count > 1 {
      let hint = summary.photos > 0 ? hint(.undo, "undo") : nil
      messages.append(Toast(messages.isEmpty ? .info : .error, sentence, hint: hint))
    }
    if let message = messages.popLast() { toasts.showInTurn(message, details: messages) }
  }
}
