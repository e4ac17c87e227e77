#if PostgreSQL
  import ObjectGraph

  /// The last state of following other programs.
  @MainActor
  final class FollowedStates {
    /// A Boolean value that indicates whether the last look for commits of other programs succeeded.
    private(set) var isCurrent = true

    init(_ coordinator: PersistentStoreCoordinator) {
      let states = coordinator.followingStates
      Task { [weak self] in
        for await state in states {
          if case .current = state { self?.isCurrent = true } else { self?.isCurrent = false }
        }
      }
    }
  }
#endif
