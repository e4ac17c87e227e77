/// A detector of the commits of other programs to the stores of a combined store.
final class CombinedDetector: CommitDetector {
  private let parts: [Part]

  /// One of the stores, with its own writer or detector.
  private struct Part {
    let part: CombinedPart
    let store: any SharedStore
    let detector: any CommitDetector
  }

  /// Creates a detector for the stores that can be followed.
  ///
  /// - Parameter writers: The writers of the stores; `nil` for those that are read-only.
  /// - Throws: The errors of a store that is read-only, when a detector is opened.
  init(_ routing: CombinedRouting, writers: [(any StoreWriter)?]) throws {
    var parts: [Part] = []
    for (part, writer) in zip(routing.parts, writers) {
      guard let store = part.store as? any SharedStore else { continue }
      let detector = try writer == nil ? store.makeCommitDetector() : writer as? any CommitDetector
      if let detector { parts.append(Part(part: part, store: store, detector: detector)) }
    }
    self.parts = parts
  }

  func otherWritersCommitted() throws -> Bool {
    // Each of them must be asked: its next answer is about the time since this one.
    try parts.map { try $0.detector.otherWritersCommitted() }.contains(true)
  }

  func onAnnouncement(_ body: @escaping @Sendable () -> Void) {
    for part in parts { part.detector.onAnnouncement(body) }
  }

  func announcedCommit() throws -> Bool { try parts.map { try $0.detector.announcedCommit() }.contains(true) }

  func committedOwnWork() -> Bool { parts.map { $0.detector.committedOwnWork() }.contains(true) }

  /// Opens readers of the changes of other programs.
  func makeExternalChangeReader(_ routing: CombinedRouting) throws -> sending any ExternalChangeReader {
    var readers: [CombinedChangeReader.Part] = []
    for part in parts {
      readers.append(
        .init(part: part.part, reader: try part.store.makeExternalChangeReader(for: part.detector)))
    }
    return CombinedChangeReader(routing, readers: readers)
  }
}
