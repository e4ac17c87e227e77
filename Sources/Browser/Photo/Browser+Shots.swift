import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The settings of cameras, which are fetched for photos that are looked at.
extension Browser {
  /// Fetches the settings with which a photo was taken, if it stays in view for a moment and they are not known.
  ///
  /// A library that can only be read could not keep them, and Flickr would be asked again each time.
  func fetchShot(of photo: Photo?) {
    guard let photo, refresh.refresher.hasKey, (try? library.requireWritable()) != nil,
      library.context.ifAtHand({ photo.shot == nil && photo.isFromFlickr }) == true
    else { return }
    let (id, shots) = (photo.flickrID, shots)
    shotPause.run { [weak self] in
      Task {
        do {
          try await shots.fetch(id)
        } catch {
          guard let self else { return }
          let text = "No settings of photo \(id): \(error)"
          self.session.options.log?.append(self.refresh.refresher.redacting(text), isError: true)
        }
      }
    }
  }
}
