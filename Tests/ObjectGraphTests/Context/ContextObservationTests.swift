import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Observations of a context")
struct ContextObservationTests {
  private let library: Library
  private var context: ManagedObjectContext { library.context }

  init() throws { library = try Library() }

  /// Registers an observer that alone retains the observations of two others, which call `handler`.
  private func observe(savesOnly: Bool, _ handler: @escaping () -> Void) -> ContextObservation {
    let inner = [context.observe { _ in handler() }, context.observeSaves { _ in handler() }]
    return savesOnly
      ? context.observeSaves { _ in withExtendedLifetime(inner) {} }
      : context.observe { _ in withExtendedLifetime(inner) {} }
  }

  @Test(
    "The release of an observation ends the observations that its observer alone retains",
    arguments: [true, false])
  func chain(savesOnly: Bool) throws {
    var calls = 0
    var outer: ContextObservation? = observe(savesOnly: savesOnly) { calls += 1 }
    #expect(outer != nil)
    outer = nil
    try library.book("Comet")
    try context.save()
    #expect(calls == 0)
  }

  @Test("An observer is not called any more when another one has released its observation")
  func releaseInCallback() throws {
    var (second, calls): (ContextObservation?, Int) = (nil, 0)
    let first = context.observe { _ in second = nil }
    second = context.observe { _ in calls += 1 }
    try library.book("Comet")
    context.processPendingChanges()
    #expect(calls == 0 && second == nil)
    withExtendedLifetime(first) {}
  }

  @Test("An observer of saves is not called any more when another one has released its observation")
  func releaseInSave() throws {
    var (second, calls): (ContextObservation?, Int) = (nil, 0)
    let first = context.observeSaves { _ in second = nil }
    second = context.observeSaves { _ in calls += 1 }
    try library.book("Comet")
    try context.save()
    #expect(calls == 0 && second == nil)
    withExtendedLifetime(first) {}
  }
}
