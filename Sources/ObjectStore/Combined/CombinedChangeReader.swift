internal import ObjectModel

/// A reader of the changes that other programs make to the stores of a combined store.
///
/// Each store has its own way of finding them. The states of the stores are not of one moment, as no commit of another
/// program concerns several of them.
final class CombinedChangeReader: ExternalChangeReader {
  private let routing: CombinedRouting
  private let readers: [Part]
  /// The changes that were found before another store could not be read.
  private var found = ExternalChanges()

  /// One of the stores, with its own reader.
  struct Part {
    let part: CombinedPart
    let reader: any ExternalChangeReader
  }

  init(_ routing: CombinedRouting, readers: [Part]) {
    self.routing = routing
    self.readers = readers
  }

  func prepare() throws { for part in readers { try part.reader.prepare() } }

  func beginLook() { for part in readers { part.reader.beginLook() } }

  func endLook() -> Bool {
    // Each of them must end its look.
    readers.map { $0.reader.endLook() }.contains(true)
  }

  func record(_ report: CommitReport) {
    for (part, own) in routing.own(report) {
      readers.first { $0.part.index == part.index }?.reader.record(own)
    }
  }

  func advance() throws { for part in readers { try part.reader.advance() } }

  func changes() throws -> ExternalChanges {
    for part in readers {
      let changes = try routing.combined(part.reader.changes(), of: part.part)
      found.inserted += changes.inserted
      found.updated += changes.updated
      found.deleted += changes.deleted
      found.former += changes.former
      found.isReload = found.isReload || changes.isReload
    }
    defer { found = ExternalChanges() }
    return found
  }
}
