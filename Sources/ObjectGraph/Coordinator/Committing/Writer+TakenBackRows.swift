internal import Dispatch
internal import ObjectModel
internal import ObjectStore

/// Announcement of rows that other contexts may have read and that were not committed.
extension Writer {
  /// Lets all contexts except one merge the stored rows in place of those of a published save that has failed.
  ///
  /// If the rows cannot be read, as while a server is away, they are announced after the next commit, and when the changes
  /// of other programs can be looked for again.
  ///
  /// - Parameters:
  ///   - states: The states of the rows in published saves, which no context reads any more; `nil` for deleted rows.
  ///   - origin: The number of the context that published them, and has taken them back itself; 0 if it is gone.
  nonisolated func announceTakenBack(_ states: [ManagedObjectID: Row?], from origin: Int) {
    guard announcements.isFollowed(besides: origin) else { return }
    executor.queue.async {
      self.assumeIsolated { writer in
        writer.unannounced.append(TakenBackStates(rows: states, origin: origin))
        writer.announceTakenBackRows()
      }
    }
  }

  /// Announces the rows of failed saves that have not been announced, in their order, as far as they can be read.
  func announceTakenBackRows() {
    while let states = unannounced.first, var report = try? currentRows(of: states.changes) {
      unannounced.removeFirst()
      report.followsFailedSave = true
      announcements.announce(report, from: states.origin, priority: .medium)
    }
  }
}
