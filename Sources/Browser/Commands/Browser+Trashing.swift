import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Moving the files of photos to the trash.
extension Browser {
  /// Moves the files of the photo that is seen alone, or of those that are selected, else of the one under the cursor, to the
  /// trash; asks before more than one file.
  func trashPhotos() {
    guard let targets = targets(nil), !targets.isEmpty else { return }
    guard library.isRemote else { return trash(targets, asking: library.trashPlans(for: targets)) }
    holdingInput { [weak self, library] in
      // A library that cannot be read says so when the files are moved.
      let plans = try? await library.context.whenAtHand { library.trashPlans(for: targets) }
      self?.trash(targets, asking: plans)
    }
  }

  /// Asks before more than one file, or a number of files that cannot be read.
  private func trash(_ photos: [Photo], asking plans: [TrashPlan]?) {
    if let plans, plans.reduce(0, { $0 + $1.count }) <= 1 { return trash(photos, plans) }
    ask(TrashPrompt(self, photos: photos, plans: plans))
  }

  /// Moves the files of photos to the trash, and deletes the photos.
  ///
  /// - Parameter plans: The files; nil if they could not be read.
  func trash(_ photos: [Photo], _ plans: [TrashPlan]?) {
    startChange("moving \(PhotoLibrary.words(for: photos)) to the trash") { [self] in
      let place = place
      // What the user moves is not reported as lost from the selection.
      let selected = lists.photos.selection.remove(photos.map(\.objectID))
      defer { select(selected) }
      let plans =
        if let plans { plans } else {
          try await library.context.whenAtHand { library.trashPlans(for: photos) }
        }
      let summary = try await library.trash(plans) { [self] isDeleted in
        if isDeleted { recordChange(from: place) } else { forgetChange() }
      }
      show(summary)
    }
  }

  /// Selects those photos again that were not deleted.
  private func select(_ ids: Set<ManagedObjectID>) {
    lists.photos.selection.insert(ids.filter { library.context.object(with: $0).isDeleted == false })
  }

  private func show(_ summary: TrashSummary) {
    // The other reasons are in the list of messages.
    var messages = summary.problems.map { Toast(.error, $0) }
    if summary.photos > 0 {
      let sentence = TrashPresentation.sentence(about: summary)
      messages.append(Toast(messages.isEmpty ? .info : .error, sentence, hint: hint(.undo, "undo")))
    }
    if let message = messages.popLast() { toasts.showInTurn(message, details: messages) }
  }
}
