import ObjectGraph

/// A place before a jump, to which one can go back.
struct Jump: Equatable {
  /// The photos that were listed.
  let scope: PhotoList.Scope
  /// The photographer under the left cursor.
  let photographer: ManagedObjectID?
  /// The photo under the right cursor.
  let photo: ManagedObjectID?
  /// The pane that keys went to.
  let pane: Browser.Pane

  /// The number of places that are kept.
  static let limit = 100
}

/// Places to go back to.
extension Browser {
  /// The place now.
  var jump: Jump {
    Jump(
      scope: photos.scope, photographer: photographers.list.selectedID, photo: photos.list.selectedID,
      pane: focus)
  }

  /// Keeps a place, from which a jump leads away.
  func keep(_ jump: Jump) {
    guard jumps.last != jump else { return }
    jumps = (jumps + [jump]).suffix(Jump.limit)
  }

  /// Goes back over some jumps.
  func jumpBack(_ count: Int) {
    let target = (0..<min(count, jumps.count)).map { _ in jumps.removeLast() }.last
    guard let target else { return }
    if let photographer = target.photographer { photographers.list.select(photographer) }
    focus = target.pane
    if photos.scope != target.scope || photos.isTurning {
      list(target.scope, selecting: target.photo)
    } else if let photo = target.photo {
      photos.list.select(photo)
    }
  }
}
