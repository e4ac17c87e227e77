import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Changes of photos, and their undo.
extension Browser {
  /// Turns the photo that is seen alone, or those that are selected, else the one under the cursor.
  func turnPhotos(quarters: Int) {
    guard let targets = targets(nil), let first = targets.first else { return }
    attempt { try changing { try library.turn(targets, quarters: quarters) } }
    let what = targets.count == 1 ? "“\(first.title)”" : "\(targets.count) photos"
    toasts.show(
      Toast(.info, "Turned \(what) to the \(quarters > 0 ? "right" : "left")", hint: hint(.undo, "undo")))
  }

  /// Makes an undoable change, and notes where the cursors were.
  func changing(_ change: () throws -> Void) rethrows {
    let place = place
    try change()
    lists.trail.places.append(place)
  }

  /// Makes an undoable change that may find nothing to do, and notes where the cursors were if it changed something.
  ///
  /// - Returns: The result of the change.
  func changing<Result>(
    _ change: () throws -> Result, if hasChanged: (Result) -> Bool
  ) rethrows -> Result {
    let place = place
    let result = try change()
    if hasChanged(result) { lists.trail.places.append(place) }
    return result
  }

  /// Deletes the photo that is seen alone, or those that are selected, else those from the cursor on.
  func deletePhotos(_ count: Int?) {
    guard let targets = targets(count) else { return }
    guard library.isRemote else { return delete(targets) }
    surface.holdInput(atMost: Self.longestPreparation) { [weak self] in
      // If that fails, the deletion reads again, and its error is reported.
      try? await self?.library.prepareDeletion(of: targets)
      self?.delete(targets)
      self?.surface.setNeedsFrame()
    }
  }

  /// The time for which keys wait for what a deletion needs from a server.
  private static let longestPreparation = Duration.seconds(10)

  private func delete(_ targets: [Photo]) {
    guard let first = targets.first else { return }
    let what = targets.count == 1 ? "“\(first.title)”" : "\(targets.count) photos"
    let hidden = showsPhoto || lists.photos.selection.isEmpty ? 0 : lists.photos.hiddenCount
    // What the user deletes is not reported as lost from the selection.
    let selected = lists.photos.selection.remove(targets.map(\.objectID))
    attempt {
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
    var place: Trail.Place?
    let (names, back) = changeBack(times) {
      guard let name = try library.undo() else { return nil }
      place = lists.trail.places.popLast()
      return name
    }
    if let first = back.first {
      let title = (library.context.object(with: first) as? Photo)?.title ?? ""
      let what = back.count == 1 ? "“\(title)”" : "\(back.count) photos"
      toasts.show(Toast(.info, "Brought back \(what)\(withoutPicture(back))", hint: hint(.redo, "redo")))
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

  /// Returns the end of a message about photos of which some have no picture any more, such as those whose files were
  /// deleted from the trash.
  private func withoutPicture(_ ids: [ManagedObjectID]) -> String {
    let gone = ids.filter { (library.context.object(with: $0) as? Photo)?.isPictureGone == true }
    return gone.isEmpty ? "" : "; \(Words.count(gone.count, "picture")) gone"
  }

  /// Makes again what was undone.
  func redo(times: Int) {
    let place = place
    let (names, _) = changeBack(times) {
      guard let name = try library.redo() else { return nil }
      lists.trail.places.append(place)
      return name
    }
    guard let name = names.first else { return }
    // The name of an event says what it does: “deleting 3 photos”.
    let what = name.hasPrefix("deleting ") ? "Deleted \(name.dropFirst(9)) again" : "Redone: \(name)"
    toasts.show(
      Toast(.info, names.count == 1 ? what : "Redone: \(names.count) changes", hint: hint(.undo, "undo")))
  }

  /// Undoes or redoes some events.
  ///
  /// - Returns: The names of the events, and the photos that came back.
  private func changeBack(_ times: Int, _ change: () throws -> String?) -> ([String], [ManagedObjectID]) {
    var back: [ManagedObjectID] = []
    let number = library.context.model.number(of: Photo.self)
    let observation = library.context.observe { changes in
      back += changes.inserted.filter { $0.entity == number }.sorted()
    }
    var names: [String] = []
    attempt {
      for _ in 0..<times {
        guard let name = try change() else { break }
        names.append(name)
      }
    }
    withExtendedLifetime(observation) {}
    if !names.isEmpty { Task { [looks] in await looks.photosDidChange() } }
    return (names, back)
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
