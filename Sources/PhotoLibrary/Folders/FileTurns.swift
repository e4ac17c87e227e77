import PhotoFiles
import Synchronization

/// The turns of moves and of refreshes of folders at the files of a library.
///
/// A refresh that reads a file between its move and the record of the move finds it changed, and gives the row of that place to
/// another photo.
final class FileTurns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The folders in which files were moved, by the turns in which that was done.
    var moves: [Set<ExactText>] = []
    var hasUnsavedMoves = false
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether one has the turn.
  var isTaken: Bool { state.withLock { $0.isTaken } }

  /// A Boolean value that indicates whether files were moved and their new places could not be saved: the rows of the store have
  /// the former ones, and a refresh would give them to the files that are there now.
  var hasUnsavedMoves: Bool {
    get { state.withLock { $0.hasUnsavedMoves } }
    set { state.withLock { $0.hasUnsavedMoves = newValue } }
  }

  /// The number of those that wait for the turn.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for the turn, which the caller ends with ``end(moving:)``.
  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Ends the turn, and gives it to the next one that waits.
  ///
  /// - Parameter folders: The folders in which files were moved.
  func end(moving folders: Set<ExactText> = []) {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !folders.isEmpty { state.moves.append(folders) }
      state.isTaken = !state.waiting.isEmpty
      return state.isTaken ? state.waiting.removeFirst() : nil
    }
    next?.resume()
  }

  /// Lets those go first that wait, in the middle of a turn.
  ///
  /// - Parameter root: The folder in which the caller works.
  /// - Returns: A Boolean value that indicates whether files were moved in that folder or below it meanwhile.
  func letOthersGo(below root: String) async -> Bool {
    let moves: Int? = state.withLock { $0.waiting.isEmpty ? nil : $0.moves.count }
    guard let moves else { return false }
    end()
    await begin()
    return state.withLock { state in
      state.moves.dropFirst(moves).joined().contains { FolderPlace.contains(root, folder: $0.text) }
    }
  }
}
