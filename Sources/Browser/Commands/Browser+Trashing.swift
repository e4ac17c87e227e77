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
    let plans = library.trashPlans(for: targets)
    guard plans.reduce(0, { $0 + $1.count }) > 1 else { return trash(plans) }
    ask(TrashPrompt(self, plans: plans))
  }

  /// Moves files to the trash, and deletes their photos.
  func trash(_ plans: [TrashPlan]) {
    start { [weak self] in
      guard let self else { return }
      let (ids, place) = (Set(plans.map(\.id)), place)
      let targets = lists.photos.selected.filter { ids.contains($0.flickrID) }
      // What the user moves is not reported as lost from the selection.
      let selected = lists.photos.selection.remove(targets.map(\.objectID))
      defer { select(selected) }
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
