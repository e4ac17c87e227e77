import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Changes of photos, and their undo.
extension Browser {
  /// Turns the photo that is seen alone, or those that are selected, else the one under the cursor.
  func turnPhotos(quarters: Int) {
    guard let targets = targets(nil), !targets.isEmpty else { return }
    let what = PhotoLibrary.words(for: targets)
    attemptChange("turning \(what)") { [self] in
      try changing { try library.turn(targets, quarters: quarters) }
      toasts.show(
        Toast(.info, "Turned \(what) to the \(quarters > 0 ? "right" : "left")", hint: hint(.undo, "undo")))
    }
  }

  /// Deletes the photo that is seen alone, or those that are selected, else those from the cursor on.
  func deletePhotos(_ count: Int?) {
    guard let targets = targets(count), !targets.isEmpty else { return }
    let hidden = showsPhoto || lists.photos.selection.isEmpty ? 0 : lists.photos.hiddenCount
    let what = PhotoLibrary.words(for: targets)
    attemptChange("deleting \(what)") { [self] in
      // A deletion that waited for a server may follow others.
      let targets = library.living(targets)
      guard !targets.isEmpty else { return toasts.show(Toast(.info, "Already deleted: \(what)")) }
      // What the user deletes is not reported as lost from the selection.
      let selected = lists.photos.selection.remove(targets.map(\.objectID))
      do {
        try changing { try library.delete(targets) }
      } catch {
        lists.photos.selection.insert(selected)
        throw error
      }
      let note = hidden > 0 ? ", \(hidden) of them not shown" : ""
      toasts.show(Toast(.info, "Deleted \(what)\(note)", hint: hint(.undo, "undo")))
    }
  }

  /// Undoes changes, and goes to what came back.
  func undo(times: Int) {
    var times = times
    while times > 0, takeBackWaitingChange({ $0 != .undo }) { times -= 1 }
    changeBack(times, .undo) { [self] back in
      back.place = lists.trail.places.popLast()
    } then: { [self] back in
      show(back)
      if let place = back.place, place.isInStacks, listsStacks, !back.photos.isEmpty {
        returnToStacks(place)
      } else if let id = back.place?.photo, back.photos.contains(id) {
        reveal(id, at: back.place)
      } else if let id = back.photos.first {
        reveal(id)
      } else if photo.cull != nil, let id = back.place?.photo {
        // The mark of this photo was changed back.
        lists.photos.list.select(id)
      }
    }
  }

  private func show(_ back: ChangesBack) {
    if let first = back.photos.first {
      let title = (library.context.object(with: first) as? Photo)?.title ?? ""
      let what = back.photos.count == 1 ? "“\(title)”" : "\(back.photos.count) photos"
      toasts.show(
        Toast(.info, "Brought back \(what)\(withoutPicture(back.photos))", hint: hint(.redo, "redo")))
    } else if let name = back.names.first {
      show("Undone: \(name)", of: back, hint(.redo, "redo"))
    }
  }

  /// Shows the files that stay though a change was undone or redone, and then the message about the change.
  private func show(_ message: String, of back: ChangesBack, _ hint: KeyHint) {
    for problem in back.problems { toasts.show(Toast(.error, problem)) }
    let count = back.problems.count
    let rest = count == 0 ? "" : "; \(Words.count(count, "file")) \(count == 1 ? "stays" : "stay")"
    toasts.show(Toast(count == 0 ? .info : .error, message + rest, hint: hint))
  }

  /// Returns the end of a message about photos of which some have no picture any more, such as those whose files were
  /// deleted from the trash.
  private func withoutPicture(_ ids: [ManagedObjectID]) -> String {
    let gone = ids.filter { (library.context.object(with: $0) as? Photo)?.isPictureGone == true }
    return gone.isEmpty ? "" : "; \(Words.count(gone.count, "picture")) gone"
  }

  /// Makes again what was undone.
  func redo(times: Int) {
    var times = times
    while times > 0, takeBackWaitingChange({ $0 == .undo }) { times -= 1 }
    let place = place
    changeBack(times, .redo) { [self] _ in
      lists.trail.places.append(place)
    } then: { [self] back in
      guard let name = back.names.first else { return }
      // The name of an event says what it does: “deleting 3 photos”.
      let what = name.hasPrefix("deleting ") ? "Deleted \(name.dropFirst(9)) again" : "Redone: \(name)"
      let count = back.names.count
      show(count == 1 ? what : "Redone: \(count) changes", of: back, hint(.undo, "undo"))
    }
  }

  /// The positions of the cursors.
  var place: Trail.Place {
    Trail.Place(
      photo: lists.photos.list.selectedID, photoLine: lists.photos.list.lines.cursorLine,
      photographerLine: lists.master.rows.lines.cursorLine, isInStacks: listsStacks)
  }

  /// Goes to a photo where it is listed, else by way of its photographer, and puts both where they stood; without a list
  /// of photographers, by way of all photos.
  ///
  /// Where photos of several photographers are listed, the cursor among these follows later
  /// (``followOwner(atOnce:)``).
  private func reveal(_ id: ManagedObjectID, at place: Trail.Place? = nil) {
    guard let photo = library.context.object(with: id) as? Photo, let owner = photo.photographer?.objectID
    else { return }
    lists.keepJump()
    lists.focus = .photos
    let selectOwner = { [self] in
      if lists.groups == nil { lists.photographers.list.select(owner, atLine: place?.photographerLine) }
    }
    let isListed = lists.photos.list.controller.path(of: id) != nil
    if isListed || lists.photos.scope == .all, !lists.photos.isTurning {
      lists.photos.list.select(id, atLine: place?.photoLine)
      if lists.photos.scope == .photographer(owner) { selectOwner() }
    } else if lists.photos.scope == .all {
      selectOwner()
    } else {
      let scope = lists.groups == nil ? PhotoScope.photographer(owner) : .all
      showingRow(of: scope) { [self] in
        list(scope, selecting: id, atLine: place?.photoLine)
        selectOwner()
      }
    }
  }
}
