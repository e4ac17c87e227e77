/// The objects of which a context has notified observers since an asynchronous reading of the store began.
///
/// The rows that were read can be older than these changes.
final class ChangesMeanwhile {
  /// The objects so far.
  private(set) var objects = ConcernedObjects()
  private var observation: ContextObservation?

  /// Begins to observe a context, until the value is released.
  init(of context: ManagedObjectContext) {
    observation = context.observe { [weak self] in self?.objects.append(ConcernedObjects($0)) }
  }
}
