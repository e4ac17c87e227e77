import ObjectGraph
import PhotoLibrary

/// Going on with the judging of a list where it was left, also in another session.
extension Browser {
  /// Begins to judge the photos of the list: where the judging was left if the cursor was not moved since the photos were
  /// listed, else at the one under the cursor.
  func cullList(from start: (scope: PhotoScope, filter: String)) {
    let list = name(of: start.scope, filter: start.filter)
    let place = list.flatMap { session.cullPlaces[$0] }.flatMap { id($0.photo, as: Photo.self) }
    let photos = lists.photos.list
    let begin = { [weak self] in
      self?.beginCulling(from: start, of: list, goingOn: place != nil && photos.selectedID == place) ?? ()
    }
    guard let place, !showsPhoto, !lists.photos.cursorWasMoved, photos.selectedID != place else {
      return begin()
    }
    lists.keepJump()
    guard photos.controller.path(of: place) != nil || photos.controller.isComplete else {
      return self.list(start.scope, selecting: place, then: begin)
    }
    photos.select(place)
    begin()
  }

  /// The name of a list under which the place in it is kept; `nil` for photos that are not listed again.
  private func name(of scope: PhotoScope, filter: String) -> String? {
    let name: String? =
      switch scope {
      case .empty: nil
      case .all: Self.everything
      case .photographer(let id): uri(of: id)
      case .group(let query): "photos \(query)"
      case .collection(.stack): nil
      case .collection(let collection): collection.isRemembered ? collection.name : nil
      }
    return filter.isEmpty ? name : name.map { "\($0) /\(filter)" }
  }

  /// Keeps the photo that is judged as the place in the list; the last photo of a list is none to go on at.
  func keepCullPlace() {
    guard let cull = photo.cull, let list = cull.list else { return }
    let photos = lists.photos.list
    let isLast =
      cull.view == .all && photos.controller.isComplete
      && photos.view.position == photos.controller.count
    guard let id = photos.selectedID, !isLast, let photo = uri(of: id) else {
      return session.cullPlaces[list] = nil
    }
    session.cullPlaces.keep(photo, of: list)
  }

  /// Writes the place in the list every second while photos are judged, for a program that is killed.
  func followCulling() {
    guard let cull = photo.cull, cull.list != nil, !cull.placeSaving.isWaiting else { return }
    cull.placeSaving.run { [weak self] in
      Task { await self?.remember() }
    }
  }
}
