/// Takes commits of other contexts over into the main context, a slice at a time.
///
/// The main actor is held for one slice, then other work has its turn.
@MainActor
final class Adoption {
  /// How long a slice should hold the main actor.
  ///
  /// A quarter of what is promised: what a slice cannot foresee, such as memory that has to be found, takes longer.
  private static let budget = Duration.milliseconds(1)

  /// Weak, because the coordinator, which the context keeps, keeps this.
  private weak var context: ManagedObjectContext?
  private var sliceSize = 32

  init(context: ManagedObjectContext) { self.context = context }

  /// Takes a commit over, and returns when the main context shows all of it.
  func adopt(_ report: CommitReport) async {
    var slices = AdoptionSlices(report)
    while let context, context.following.isOn, let slice = slices.next(sliceSize) {
      let start = ContinuousClock.now
      context.adopt(slice)
      adapt(to: ContinuousClock.now - start, count: slice.count)
      await Task.yield()
    }
  }

  private func adapt(to time: Duration, count: Int) {
    if time > Self.budget {
      sliceSize = max(8, sliceSize / 2)
    } else if time < Self.budget / 3, count == sliceSize {
      sliceSize = min(512, sliceSize * 2)
    }
  }
}

/// Cuts a commit into slices; cutting costs only what is cut off.
struct AdoptionSlices {
  private let report: CommitReport
  private var position = 0

  init(_ report: CommitReport) { self.report = report }

  /// The next `count` rows: first those that are new, then those that changed, then those that went.
  mutating func next(_ count: Int) -> AdoptionSlice? {
    let (inserted, updated) = (report.inserted.count, report.updated.count)
    let end = min(position + count, inserted + updated + report.deleted.count)
    guard position < end else { return nil }
    defer { position = end }
    func part<Element>(_ all: [Element], from start: Int) -> [Element] {
      let lower = min(max(position - start, 0), all.count)
      return Array(all[lower..<min(max(end - start, lower), all.count)])
    }
    return AdoptionSlice(
      inserted: part(report.inserted, from: 0), updated: part(report.updated, from: inserted),
      deleted: part(report.deleted, from: inserted + updated))
  }
}
