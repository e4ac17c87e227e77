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
      let summary = try await library.trash(plans)
      if summary.photos > 0 { lists.trail.places.append(place) }
      show(summary)
    }
  }

  /// Selects those photos again that were not deleted.
  private func select(_ ids: Set<ManagedObjectID>) {
    lists.photos.selection.insert(ids.filter { library.context.object(with: $0).isDeleted == false })
  }

  private func show(_ summary: TrashSummary) {
    // The other reasons are in the list of messages.
    for problem in summary.problems { toasts.show(Toast(.error, problem)) }
    guard summary.photos > 0 else { return }
    let kind: Toast.Kind = summary.problems.isEmpty ? .info : .error
    toasts.show(Toast(kind, TrashPresentation.sentence(about: summary), hint: hint(.undo, "undo")))
  }
}
