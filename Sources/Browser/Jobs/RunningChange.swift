/// A change of the library that is being made in the background.
struct RunningChange {
  /// The number of the change, which no other one of the session has.
  let number: Int
  /// The name of the change, as “moving “Pier” to the trash”.
  let name: String
  /// The outcome, if the change moves files in folders.
  let moving: MovingChange?
  /// The task that makes it.
  let task: Task<Void, Never>
}
