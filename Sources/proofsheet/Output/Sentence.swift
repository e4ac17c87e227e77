import ObjectGraph
import PhotoLibrary

/// An error as one sentence, with the possible remedy.
enum Sentence {
  /// Returns the description of an error and the possible remedy.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - otherPlace: The remedy for a place that cannot be used.
  static func of(_ error: any Error, otherPlace: String = "choose another library with --library") -> String {
    let text = String(describing: error)
    switch error {
    case let error as StoreError where !text.hasSuffix("."): return text + advice(error, otherPlace) + "."
    case LibraryError.folder: return "\(text.dropLast()); \(otherPlace)."
    case LibraryError.noUpdateCopy, LibraryError.noDatabases, LibraryError.notPermitted:
      return "\(text.dropLast()), or \(otherPlace)."
    default: return text.hasSuffix(".") ? text : text + "."
    }
  }

  private static func advice(_ error: StoreError, _ otherPlace: String) -> String {
    switch error {
    case .newerVersion: "; use a later Proofsheet, or " + otherPlace
    case .notADatabase, .notAStore, .otherModel, .cannotCreate, .cannotRead, .cannotWrite: "; " + otherPlace
    case .damaged: "; “proofsheet check” says more"
    case .locked: "; close that program or wait for it, then try again"
    case .diskFull: "; free some space, then try again"
    case .notFound, .readOnly, .changedMeanwhile, .noModel, .inUse: ""
    }
  }
}
