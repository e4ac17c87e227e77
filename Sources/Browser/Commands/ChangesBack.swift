import ObjectGraph
import PhotoLibrary

/// Changes that are undone or redone together.
final class ChangesBack {
  /// The names of the changes.
  private(set) var names: [String] = []
  /// The reasons why files stay that would have been moved.
  private(set) var problems: [String] = []
  /// The photos that came back.
  private(set) var photos: [ManagedObjectID] = []
  /// The positions of the cursors before the oldest of the changes; nil if they are not known.
  var place: Trail.Place?
  private let context: ManagedObjectContext

  /// Creates an empty set.
  init(of context: ManagedObjectContext) { self.context = context }

  /// Records that a change was undone or redone, and the reasons why files stay.
  func record(_ name: String, _ problems: [String]) {
    names.append(name)
    self.problems += problems
  }

  /// Performs a step, and records the photos that come back in it, unless it fails: they have gone again then.
  ///
  /// Photos that come otherwise, such as those of an import, do not count.
  func perform(_ step: (ChangesBack) throws -> Bool) throws -> Bool {
    context.processPendingChanges()
    let number = context.model.number(of: Photo.self)
    var returned: [ManagedObjectID] = []
    let observation = context.observe { changes in
      returned += changes.inserted.filter { $0.entity == number }.sorted()
    }
    let result = try withExtendedLifetime(observation) {
      let result = try step(self)
      context.processPendingChanges()
      return result
    }
    photos += returned
    return result
  }
}
