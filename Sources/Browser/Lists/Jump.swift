import ObjectGraph
import PhotoLibrary

/// A place before a jump, to which the user can go back.
struct Jump: Equatable {
  /// The photos that were listed.
  let scope: PhotoScope
  /// The groups in the left list; `nil` for photographers.
  let grouping: PhotoGrouping?
  /// The photos of the row under the left cursor.
  let row: PhotoScope?
  /// The photo under the right cursor.
  let photo: ManagedObjectID?
  /// The pane that keys went to.
  let pane: ListsScreen.Pane
}

extension ListsScreen {
  /// The place now.
  var jump: Jump {
    Jump(
      scope: photos.scope, grouping: master.grouping, row: master.scope, photo: photos.list.selectedID,
      pane: focus)
  }

  /// Keeps the place now, from which a jump leads away.
  func keepJump() { trail.keep(jump) }
}

extension Browser {
  /// Goes back over some jumps.
  func jumpBack(_ count: Int) {
    guard let target = lists.trail.removeLast(count) else { return }
    showMaster(target.grouping, selecting: target.row)
    showingRow(of: target.scope) { [self] in
      if let row = target.row { lists.master.select(row) }
      lists.focus = target.pane
      let photos = lists.photos
      if photos.scope != target.scope || photos.isTurning {
        list(target.scope, selecting: target.photo)
      } else if let photo = target.photo {
        photos.list.select(photo)
      }
    }
  }
}
