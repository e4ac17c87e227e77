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
    while times > 0, takeBackWaitingChange() { times -= 1 }
    guard times > 0 else { return }
    var place: Trail.Place?
    changeBack(times) { [self] in
      guard let name = try library.undo() else { return nil }
      place = lists.trail.places.popLast()
      return name
    } then: { [self] names, back in
      if let first = back.first {
        let title = (library.context.object(with: first) as? Photo)?.title ?? ""
        let what = back.count == 1 ? "“\(title)”" : "\(back.count) photos"
        toasts.show(
          Toast(.info, "Brought back \(what)\(withoutPicture(back))", hint: hint(.redo, "redo")))
      } else if let name = names.first {
        toasts.show(Toast(.info, "Undone: \(name)", hint: hint(.redo, "redo")))
      }
      if let id = place?.photo, back.contains(id) {
        reveal(id, at: place)
      } else if let id = back.first {
        reveal(id)
      } else if photo.cull != nil, let id = place?.photo {
        // The mark of this photo was changed back.
        lists.photos.list.select(id)
      }
    }
  }

  /// Returns the end of a message about photos of which some have no picture any more, such as those whose files were
  /// deleted from the trash.
  private func withoutPicture(_ ids: [ManagedObjectID]) -> String {
    let gone = ids.filter { (library.context.object(with: $0) as? Photo)?.isPictureGone == true }
    return gone.isEmpty ? "" : "; \(Words.count(gone.count, "picture")) gone"
  }

  /// Makes again what was undone.
  func redo(times: Int) {
    let place = place
    changeBack(times) { [self] in
      guard let name = try library.redo() else { return nil }
      lists.trail.places.append(place)
      return name
    } then: { [self] names, _ in
      guard let name = names.first else { return }
      // The name of an event says what it does: “deleting 3 photos”.
      let what = name.hasPrefix("deleting ") ? "Deleted \(name.dropFirst(9)) again" : "Redone: \(name)"
      toasts.show(
        Toast(
          .info, names.count == 1 ? what : "Redone: \(names.count) changes", hint: hint(.undo, "undo")))
    }
  }

  /// Undoes or redoes some events.
  ///
  /// - Parameters:
  ///   - times: The largest number of events.
  ///   - change: Undoes or redoes one, and returns its name; `nil` if there was none.
  ///   - end: Called with the names of the events, and the photos that came back.
  private func changeBack(
    _ times: Int, _ change: @escaping () throws -> String?,
    then end: @escaping ([String], [ManagedObjectID]) -> Void
  ) {
    var (names, back): ([String], [ManagedObjectID]) = ([], [])
    let number = library.context.model.number(of: Photo.self)
    let observation = library.context.observe { changes in
      back += changes.inserted.filter { $0.entity == number }.sorted()
    }
    attemptTimes(times) {
      guard let name = try change() else { return false }
      names.append(name)
      return true
    } then: { [looks] in
      withExtendedLifetime(observation) {}
      if !names.isEmpty { Task { await looks.photosDidChange() } }
      end(names, back)
    }
  }

  /// The positions of the cursors.
  var place: Trail.Place {
    Trail.Place(
      photo: lists.photos.list.selectedID, photoLine: lists.photos.list.lines.cursorLine,
      photographerLine: lists.master.rows.lines.cursorLine)
  }

  /// Goes to a photo by way of its photographer, and puts both where they stood; without a list of photographers, by way
  /// of all photos.
  private func reveal(_ id: ManagedObjectID, at place: Trail.Place? = nil) {
    guard let photo = library.context.object(with: id) as? Photo, let owner = photo.photographer?.objectID
    else { return }
    lists.keepJump()
    if lists.groups == nil { lists.photographers.list.select(owner, atLine: place?.photographerLine) }
    lists.focus = .photos
    let isListed = lists.photos.list.controller.path(of: id) != nil
    if isListed || lists.photos.scope == .all, !lists.photos.isTurning {
      lists.photos.list.select(id, atLine: place?.photoLine)
    } else if lists.photos.scope != .all {
      list(lists.groups == nil ? .photographer(owner) : .all, selecting: id, atLine: place?.photoLine)
    }
  }
}
