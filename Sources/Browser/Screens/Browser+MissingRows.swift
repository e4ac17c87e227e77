import ObjectGraph
import PhotoLibrary

/// Rows of a library on another machine, for which no frame waits.
extension Browser {
  /// Fetches what the frame had to leave out, and draws another one when it is here.
  func fetchMissingRows() {
    guard library.context.hasMissingRows, !session.isFetchingRows else { return }
    session.isFetchingRows = true
    Task {
      // Where the server does not answer, the status line says so; the frame that shows its return asks again.
      let isFetched = (try? await library.context.fetchMissingRows()) != nil
      session.isFetchingRows = false
      guard isFetched else { return }
      followMaster()
      followPhoto()
      surface.setNeedsFrame()
    }
  }
}
