import ObjectGraph
import PhotoLibrary
import Terminal

/// Actions that follow the cursors: the left one leads the list of photos, the right one all else that shows a photo.
extension Browser {
  /// Lists the photos of the row under the left cursor, unless all are listed.
  func followMaster() {
    guard lists.photos.scope.followsMaster, lists.master.isReady else { return }
    let scope = lists.master.scope ?? .empty
    if scope != lists.photos.scope { list(scope) }
  }

  /// Lists other photos; what is typed for them waits until they are here.
  ///
  /// - Parameter then: Called when the first of them are listed, before what was typed for them.
  func list(
    _ scope: PhotoScope, selecting photo: ManagedObjectID? = nil, atLine line: Int? = nil,
    then: @escaping () -> Void = {}
  ) {
    let photos = lists.photos
    attempt {
      photos.turn(
        to: scope, where: try condition(of: scope), of: try album(of: scope), selecting: photo, atLine: line
      ) { [weak self] in
        self?.searchAgain(in: .photos)
        then()
      }
      start(photos.load, photos.loadRest)
    }
  }

  /// Shows the photo under the cursor wherever it is shown besides the list.
  ///
  /// - Parameter hasListChanged: A Boolean value that indicates whether the cursor may be on another photo because the list has
  ///   changed, and not because the user moved it.
  func followPhoto(hasListChanged: Bool = false) {
    followOwner()
    followCulling()
    lists.photos.followCursor()
    guard showsPhoto else { return }
    let photos = lists.photos
    guard let id = photos.list.selectedID else { return closePhoto() }
    photo.picture.show(id)
    if let compare, !compare.follow(id, hasListChanged: hasListChanged, in: self) { closeCompare() }
    photo.position = photos.list.view.positionText
    photo.isSelected = photos.selection.contains(id)
    fetchShot(of: current)
  }

  /// Moves the left cursor to the photographer of the photo under the right one, where photos of all are listed.
  ///
  /// Only while keys go to the photos, and when the cursor has moved: the left cursor can be moved away from there. If
  /// the left list had to be scrolled for moves in quick succession, the cursor follows the last of them, and in the
  /// sheet it follows when it is needed: otherwise each move would redraw the left list as well.
  /// - Parameter atOnce: A Boolean value that indicates whether the left cursor is needed now.
  /// - Complexity: O(log *n*) in the number of photographers.
  func followOwner(atOnce: Bool = false) {
    let (photos, following) = (lists.photos, lists.following)
    guard lists.groups == nil else { return }
    guard atOnce || !photos.list.showsSheet else { return }
    let followed = following.followed
    following.followed = nil
    guard !photos.scope.followsMaster, !photos.isTurning, lists.focus == .photos,
      let photo = photos.list.selected
    else { return following.pause.cancel() }
    let id = photo.objectID
    // Without the row of the photo, the cursor follows when it is here.
    guard let owner = library.context.ifAtHand({ photo.photographer?.objectID }) else { return }
    if followed != id, let owner {
      let isHurried = following.lastMove.duration(to: .now) < following.pause.length
      following.lastMove = .now
      guard atOnce || !isHurried || lists.photographers.list.shows(owner) else {
        return followOwnerAfterPause(of: id)
      }
      lists.photographers.list.select(owner)
    }
    following.pause.cancel()
    following.followed = id
  }

  private func followOwnerAfterPause(of photo: ManagedObjectID) {
    let following = lists.following
    guard photo != following.awaited || !following.pause.isWaiting else { return }
    following.awaited = photo
    following.pause.run { [weak self] in
      self?.followOwner(atOnce: true)
      self?.surface.setNeedsFrame()
    }
  }

  /// Gives the keys to the left list; the cursor of photographers is on the one of the photo under the right cursor.
  func goToMaster() {
    followOwner(atOnce: true)
    lists.focus = .master
  }
}
