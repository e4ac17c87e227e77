internal import Dispatch
internal import ObjectModel
internal import ObjectStore

/// Announcement of rows that other contexts may have read and that were not committed.
extension Writer {
  /// Lets all contexts except one merge the stored rows in place of those of a published save that has failed.
  ///
  /// - Parameters:
  ///   - states: The states of the rows in published saves, which no context reads any more; `nil` for deleted rows.
  ///   - origin: The number of the context that published them, and has taken them back itself; 0 if it is gone.
  nonisolated func announceTakenBack(_ states: [ManagedObjectID: Row?], from origin: Int) {
    guard announcements.isFollowed(besides: origin) else { return }
    executor.queue.async {
      self.assumeIsolated { writer in
        var changes = ExternalChanges()
        for (id, state) in states.sorted(by: { $0.key < $1.key }) {
          if let state { changes.deleted.append(state) } else { changes.inserted.append(id) }
        }
        // If rows cannot be read, no context can merge them either.
        guard var report = try? writer.currentRows(of: changes) else { return }
        report.followsFailedSave = true
        writer.announcements.announce(report, from: origin, priority: .medium)
      }
    }
  }
}
