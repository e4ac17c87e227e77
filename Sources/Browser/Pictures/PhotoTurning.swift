import ObjectGraph
import PhotoLibrary

/// The turns of photos whose pictures were made, and the notice that a photo was turned since.
final class PhotoTurning {
  private var known: [ManagedObjectID: Int] = [:]
  private var observation: ContextObservation?

  /// Starts observing a context; `onChange` gets each photo that was turned.
  init(_ context: ManagedObjectContext, onChange: @escaping (ManagedObjectID) -> Void) {
    observation = context.observe { [weak self, weak context] changes in
      guard let self, let context else { return }
      for id in changes.updated {
        guard let former = known[id], let photo = context.object(with: id) as? Photo,
          photo.turns != former
        else { continue }
        known[id] = nil
        onChange(id)
      }
    }
  }

  /// Returns the quarters by which a photo is turned, and notes that its picture is made so.
  func turns(of photo: Photo) -> Int {
    known[photo.objectID] = photo.turns
    return photo.turns
  }
}
