/// An object of a context's isolation with asynchronous work to do in it.
///
/// A protocol and not a closure: the compiler (Swift 6.3) lets a closure that was made in a nonisolated function run
/// outside of the isolation, whatever its type says.
package protocol AsynchronousWorker: AnyObject {
  /// Does the work, in the isolation of the context.
  func work() async
}

extension ManagedObjectContext {
  /// Lets an object work in the isolation of the main context, after the current event and after earlier work.
  ///
  /// The context does not retain the object. What delivers the current event to the context is done only when the work is.
  ///
  /// - Returns: `false` if the context is neither the main context nor a child of it in its isolation. Nothing is done then.
  package func runLater(_ worker: any AsynchronousWorker) -> Bool {
    guard let saves = root.mainSaves else { return false }
    saves.workers.append(MainSaves.Worker(object: worker))
    saves.home.runWorkers()
    return true
  }

  private var root: ManagedObjectContext { parent?.root ?? self }
}
