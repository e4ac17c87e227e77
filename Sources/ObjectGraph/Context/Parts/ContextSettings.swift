internal import ObjectStore

/// The settings of a context, which its public properties of the same names document.
struct ContextSettings {
  var name: String?
  var transactionAuthor: String?
  var mergePolicy = MergePolicy.error
  var durability = Durability.full
  var isObservable = false
  var propagatesDeletesAtEndOfEvent = true
  var shouldDeleteInaccessibleFaults = true
  var saveDidFail: ((any Error) -> Void)?
}
