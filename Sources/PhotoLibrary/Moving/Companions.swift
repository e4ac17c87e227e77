import PhotoFiles

/// The files beside a place that a file has left, for the move back: it ends as it began.
struct Companions: Sendable {
  /// The sidecars that went along, by their former places.
  let sidecars: Set<FolderPlace>
  /// The paths of the other files of the same name, and of sidecars, that stayed.
  let others: Set<ExactText>
}
