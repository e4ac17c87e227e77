import ObjectGraph
import PhotoLibrary

/// The counts of facets that were asked for last, until the library changes.
///
/// Counting reads every photo, which takes most of a second for a million. It begins when a facet is typed, and the same counts
/// serve all values that are typed after it.
final class FacetCounts {
  private struct Question: Hashable {
    let facet: PhotoFacet
    let condition: FetchPredicate?
  }

  private struct Entry {
    let question: Question
    let task: Task<[FacetValue], any Error>
  }

  /// The number of questions whose answers are kept.
  private static let limit = 3

  private let library: PhotoLibrary
  /// The questions, the latest last.
  private var entries: [Entry] = []
  private var observation: ContextObservation?
  private let saves = LateSaves()

  init(of library: PhotoLibrary) {
    self.library = library
    observation = library.context.observe { [weak self] changes in
      if !changes.isEmpty { self?.forget() }
    }
  }

  /// Returns the values of a facet with the numbers of photos, as ``PhotoLibrary/PhotoLibrary/counts(of:where:)`` does.
  func counts(of facet: PhotoFacet, where condition: FetchPredicate?) async throws -> [FacetValue] {
    if !library.unsavedEdits.isEmpty {
      await saves.wait(for: library) { [weak self] in self?.forget() }
      forget()
    }
    let question = Question(facet: facet, condition: condition)
    do {
      return try await entry(question).task.value
    } catch {
      entries.removeAll { $0.question == question }
      throw error
    }
  }

  /// Begins to count.
  func prepare(_ facet: PhotoFacet, where condition: FetchPredicate?) {
    guard library.unsavedEdits.isEmpty else { return }
    _ = entry(Question(facet: facet, condition: condition))
  }

  private func entry(_ question: Question) -> Entry {
    if let known = entries.first(where: { $0.question == question }) { return known }
    let task = Task { [library] in try await library.counts(of: question.facet, where: question.condition) }
    let entry = Entry(question: question, task: task)
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst().task.cancel() }
    return entry
  }

  /// Drops the answers; those that are awaited still come.
  private func forget() { entries = [] }
}
