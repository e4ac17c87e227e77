import ObjectGraph
import PhotoFiles

/// A file that was moved, or moved there and back, with the states to record of it: moving changes the times of its attributes.
///
/// The time of a change that was not read before the move stays unknown, so that the next refresh reads it.
struct MovedFile: Sendable {
  var file: MovePlan.File
  /// The state of the file now.
  let state: FileState
  /// The time of the last change of the sidecar now.
  let sidecarChanged: Int
  /// A Boolean value that indicates whether the sidecar was the one that was read, immediately before the move.
  let isSidecarKnown: Bool

  /// Reads the states of a file at the path where it is now, as far as they are known to be those that were read.
  init(_ file: MovePlan.File, at path: String, isKnown: Bool = true, isSidecarKnown: Bool) {
    (self.file, self.isSidecarKnown) = (file, isSidecarKnown)
    let found = isKnown ? FileState(path: path) : nil
    state = found.flatMap { $0.size == file.state.size ? $0 : nil } ?? file.state
    let sidecar = isSidecarKnown ? SidecarFile.changed(ofFile: path) : 0
    sidecarChanged = sidecar == 0 ? file.sidecarChanged : sidecar
  }

  /// A Boolean value that indicates whether the states are others than those that were read.
  var isChanged: Bool { state != file.state || sidecarChanged != file.sidecarChanged }

  /// The file after it was moved back.
  ///
  /// - Parameter known: The parts of it in which no other program had written until then (``unchanged()``).
  func atFormerPlace(known: Known) -> MovedFile {
    MovedFile(file, at: file.place.path, isKnown: known.file, isSidecarKnown: known.sidecar)
  }

  /// The parts of a moved file in which no other program has written since the move.
  typealias Known = (file: Bool, sidecar: Bool)

  /// Compares the file at its new place with its states after the move.
  func unchanged() -> Known {
    let path = file.destination.path
    return (
      FileState(path: path) == state,
      isSidecarKnown && SidecarFile.changed(ofFile: path) == sidecarChanged
    )
  }
}

extension LocalFile {
  /// Records that the file is there, with the states that it has after a move.
  func record(_ moved: MovedFile) {
    missingSince = nil
    (changed, sidecarChanged) = (moved.state.changed, moved.sidecarChanged)
  }
}
