import ObjectGraph
import Terminal
import TerminalPictures
import TerminalUI

/// The whole pictures of the photo that is seen and of those likely to be seen next, made in advance for a box.
final class PicturesAhead {
  /// A picture, and where in the box it was made for.
  struct Made {
    var picture: Picture
    let place: Rect
    let box: Size
    let detail: PictureDetail
  }

  /// The making of one picture.
  private final class Making {
    var task: Task<Void, Never>?
    var hasFile = false
  }

  /// Called when a picture was made.
  var onMake: (Picture) -> Void = { _ in }
  /// The photos whose pictures are wanted, in their order.
  private var wanted: [ManagedObjectID] = []
  private var made: [ManagedObjectID: Made] = [:]
  private var making: [ManagedObjectID: Making] = [:]

  /// Makes the pictures of some photos in the order given, unless that was begun, or done with the same detail, and keeps
  /// them and that of the photo that is seen; all others are discarded, and no longer made.
  ///
  /// - Parameter make: Makes the picture of a photo, or returns `nil`; calls its second argument as soon as it has the file.
  func want(
    _ ids: [ManagedObjectID], besides seen: ManagedObjectID?, in box: Size, detail: PictureDetail,
    make: @escaping (ManagedObjectID, _ noteFile: @escaping @MainActor () -> Void) async -> Made?
  ) {
    wanted = ids
    let kept = Set(ids + [seen].compactMap { $0 })
    for id in making.keys where !kept.contains(id) { making.removeValue(forKey: id)?.task?.cancel() }
    made = made.filter { kept.contains($0.key) && $0.value.box == box }
    for id in ids where id != seen && making[id] == nil && made[id].map({ $0.detail < detail }) ?? true {
      let new = Making()
      making[id] = new
      new.task = Task { [weak self] in
        let picture = await make(id) { new.hasFile = true }
        guard !Task.isCancelled, let self else { return }
        making[id] = nil
        if let picture { onMake(keep(picture, of: id).picture) }
      }
    }
  }

  /// The pictures that were made and are wanted, in the order in which they are.
  var pictures: [Picture] { wanted.compactMap { made[$0]?.picture } }

  /// Returns the picture of a photo that was made for a box.
  func picture(of id: ManagedObjectID, in box: Size) -> Made? {
    made[id].flatMap { $0.box == box ? $0 : nil }
  }

  /// Keeps a picture until it is no longer wanted, and returns it with the one that was made before for the same place as its
  /// draft.
  @discardableResult
  func keep(_ new: Made, of id: ManagedObjectID) -> Made {
    var kept = new
    if var before = picture(of: id, in: new.box), before.place == new.place {
      before.picture.draft = nil
      kept.picture.draft = before.picture
    }
    made[id] = kept
    return kept
  }

  /// A Boolean value that indicates whether the picture of a photo is being made, and only computing is left to be done.
  func isMaking(_ id: ManagedObjectID) -> Bool { making[id]?.hasFile ?? false }

  /// Waits for the picture of a photo that is being made.
  func finish(_ id: ManagedObjectID) async { await making[id]?.task?.value }

  /// Discards what was made or begun of a photo.
  func forget(_ id: ManagedObjectID) {
    made[id] = nil
    making.removeValue(forKey: id)?.task?.cancel()
  }

  /// Discards all pictures that were made or begun.
  func forgetAll() {
    for id in making.keys { forget(id) }
    (made, wanted) = ([:], [])
  }
}
