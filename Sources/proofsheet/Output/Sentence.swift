import ObjectGraph

/// An error as one sentence.
enum Sentence {
  /// Returns the description of an error and the possible remedy.
  static func of(_ error: any Error) -> String {
    let advice = (error as? StoreError).flatMap(advice) ?? ""
    let text = String(describing: error)
    return text.hasSuffix(".") ? text : text + advice + "."
  }

  private static func advice(_ error: StoreError) -> String? {
    switch error {
    case .newerVersion: "; use a later Proofsheet, or another library with --library"
    case .notADatabase, .notAStore, .otherModel, .cannotCreate, .cannotRead, .cannotWrite:
      "; choose another library with --library"
    case .damaged: "; “proofsheet check” says more"
    case .locked: "; close that program or wait for it, then try again"
    case .diskFull: "; free some space, then try again"
    case .notFound, .readOnly, .changedMeanwhile, .noModel, .inUse: nil
    }
  }
}
