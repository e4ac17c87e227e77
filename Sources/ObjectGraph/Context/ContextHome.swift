/// An object that schedules work in the isolation of a context.
protocol ContextHome: Sendable {
  /// Enqueues a commit for the context, with the priority of the context that saved. The writer calls it.
  func post(_ item: CommitInbox.Item, priority: TaskPriority)

  func later(_ work: @escaping @Sendable (ManagedObjectContext) -> Void)

  /// Lets the next object work (``MainSaves/workers``), after earlier ones.
  func runWorkers()
}
