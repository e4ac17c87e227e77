/// The changes of which a context has notified observers since an asynchronous reading of the store began.
///
/// The rows that were read can be older than these changes.
final class ChangesMeanwhile {
  /// The changes so far.
  private(set) var changes = ContextChanges()
  private var observation: ContextObservation?

  /// Begins to observe a context, until the value is released.
  init(of context: ManagedObjectContext) {
    observation = context.observe { [weak self] in self?.changes.append($0) }
  }
}
