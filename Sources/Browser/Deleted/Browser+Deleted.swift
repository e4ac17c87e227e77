import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

/// The deleted photos, and their return.
extension Browser {
  /// The deleted photos, while they are seen.
  var deleted: DeletedScreen? { screens.first(DeletedScreen.self) }

  /// The name of the deleted photos in lists of collections.
  static let deletedPhotos = "deleted"

  /// The list whose cursor keys move: that of the deleted photos while they are seen, else the one that keys go to.
  var movedList: any RowList {
    if let deleted { return deleted.list }
    return lists.focused
  }

  /// Lists the deleted photos over the other lists.
  ///
  /// - Throws: The errors of the library.
  func openDeleted() throws {
    guard deleted == nil else { return }
    let screen = try DeletedScreen(context: library.context)
    screen.list.onChange = { [weak self] in self?.surface.setNeedsFrame() }
    open(screen)
    start(screen.load, screen.loadRest)
  }

  /// Goes back to the lists.
  func closeDeleted() {
    if let deleted { close(deleted) }
  }

  /// The deleted photos as a choice.
  ///
  /// - Parameter count: The number of the photos; `nil` if it is not known yet.
  static func deletedChoice(_ count: Int?) -> Choice {
    let meaning = "what can be restored"
    return Choice(
      text: deletedPhotos, meaning: count.map { "\(meaning) · \(Words.count($0, "photo"))" } ?? meaning)
  }

  var hasDeletedPhoto: Availability {
    deleted?.list.selectedID == nil ? .disabled(reason: "No photo is deleted") : .enabled
  }

  /// Restores the deleted photo under the cursor, or some from there on, with their files in the trash.
  func restoreDeleted(_ count: Int?) {
    guard let deleted, let first = deleted.list.selected else { return }
    let ids = deleted.photos(fromCursor: count ?? 1)
    let what = ids.count == 1 ? "“\(first.title)”" : Words.count(ids.count, "photo")
    attemptChange("restoring \(what)") { [self] in
      let read = library.context.readAhead(ids)
      defer { withExtendedLifetime(read) {} }
      // Those that another program has restored meanwhile are no obstacle.
      let photos = read.compactMap { $0 as? DeletedPhoto }.filter { !$0.isDeleted }
      guard !photos.isEmpty else { return toasts.show(Toast(.info, "Already restored: \(what)")) }
      try changing { try library.restore(photos.map(\.flickrID)) }
      Task { await looks.photosDidChange() }
      toasts.show(Toast(.info, "Restored \(what)", hint: hint(.undo, "undo")))
    }
  }

  /// The status line of the deleted photos.
  var deletedStatus: StatusLine? {
    guard commandPlace == .deleted, screens.takesCommands, let deleted else { return nil }
    let keys = [hint(.restore, "restores it"), hint(.undo, "undo"), hint(.closeDeleted, "back")]
    return StatusLine(
      left: [.init("Deleted photos", role: .weak)],
      middle: zip(keys, 1...).map { StatusLine.Segment($0, importance: -$1) },
      right: [
        .init(hint(.help, "help"), importance: 1), .init(deleted.list.view.positionText, importance: 11),
      ])
  }
}
