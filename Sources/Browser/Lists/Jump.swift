import ObjectGraph

/// A place before a jump, to which the user can go back.
struct Jump: Equatable {
  /// The photos that were listed.
  let scope: PhotoScope
  /// The photographer under the left cursor.
  let photographer: ManagedObjectID?
  /// The photo under the right cursor.
  let photo: ManagedObjectID?
  /// The pane that keys went to.
  let pane: ListsScreen.Pane
}

extension ListsScreen {
  /// The place now.
  var jump: Jump {
    Jump(
      scope: photos.scope, photographer: photographers.list.selectedID, photo: photos.list.selectedID,
      pane: focus)
  }

  /// Keeps the place now, from which a jump leads away.
  func keepJump() { trail.keep(jump) }
}

extension Browser {
  /// Goes back over some jumps.
  func jumpBack(_ count: Int) {
    guard let target = lists.trail.removeLast(count) else { return }
    if let photographer = target.photographer { lists.photographers.list.select(photographer) }
    lists.focus = target.pane
    let photos = lists.photos
    if photos.scope != target.scope || photos.isTurning {
      list(target.scope, selecting: target.photo)
    } else if let photo = target.photo {
      photos.list.select(photo)
    }
  }
}
