import ObjectGraph
import PhotoLibrary

/// Changes that are undone or redone together.
final class ChangesBack {
  /// The names of the changes.
  var names: [String] = []
  /// The photos that came back.
  private(set) var photos: [ManagedObjectID] = []
  /// The positions of the cursors before the oldest of the changes; nil if they are not known.
  var place: Trail.Place?
  private var observation: ContextObservation?

  /// Creates an empty set, which notes the photos that come back from now on.
  init(of context: ManagedObjectContext) {
    let number = context.model.number(of: Photo.self)
    observation = context.observe { [weak self] changes in
      self?.photos += changes.inserted.filter { $0.entity == number }.sorted()
    }
  }

  /// Performs a step, and forgets the photos that came back in it if it fails: they have gone again.
  func perform(_ step: (ChangesBack) throws -> Bool) throws -> Bool {
    let count = photos.count
    do { return try step(self) } catch {
      photos.removeSubrange(count...)
      throw error
    }
  }

  /// Notes no more photos.
  func stop() { observation = nil }
}
