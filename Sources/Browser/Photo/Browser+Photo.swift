import FetchedResults
import ListChanges
import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

/// The photo alone, and the sheet of thumbnails.
extension Browser {
  // MARK: The sheet

  /// Shows photos as thumbnails, or as a list again.
  func toggleSheet() {
    photos.list.showsGrid.toggle()
    focus = .photos
  }

  /// Makes thumbnails larger by steps, smaller if negative.
  func resizeThumbnails(_ steps: Int) {
    guard photos.list.showsGrid, let grid = photos.list.grid else { return }
    for _ in 0..<min(abs(steps), 20) { _ = steps > 0 ? grid.enlarge() : grid.shrink() }
  }

  // MARK: The photo

  /// Shows the photo under the cursor alone.
  func openPhoto() {
    guard photos.list.selectedID != nil else { return }
    focus = .photos
    showsPhoto = true
    followPhoto()
  }

  /// Goes back to the photos, with the cursor on the one that was seen.
  func closePhoto() {
    slideShow.stop()
    showsPhoto = false
    photoScreen.show(nil)
    photoScreen.prepare([])
  }

  /// Shows the next photo of the list, or those before if negative.
  func step(_ count: Int) {
    photos.list.view.moveOn(count)
    // Who turns the page has as long for it as for the others.
    if slideShow.isRunning { slideShow.start() }
  }

  /// Moves what is seen of an enlarged photo; of a whole one goes to the next or the one before.
  func pan(dx: Int, dy: Int) {
    if photoScreen.isEnlarged { photoScreen.pan(dx: dx, dy: dy) } else { step(dx + dy) }
  }

  /// Starts turning to the next photo every few seconds, or stops; a number changes the seconds.
  func toggleSlideShow(_ seconds: Int?) {
    if slideShow.isRunning, seconds == nil {
      slideShow.stop()
      return toasts.show(Toast(.info, "Slide show stopped"))
    }
    openPhoto()
    guard showsPhoto else { return }
    let interval = seconds.map { Duration.seconds(min($0, 3600)) } ?? SlideShow.interval
    slideShow.start(every: interval)
    let time = interval == .seconds(1) ? "second" : "\(interval.components.seconds) seconds"
    toasts.show(Toast(.info, "Slide show: a photo every \(time)", hint: hint(.slideShow, "stops")))
  }

  func turnSlide() {
    // The user reads help or details, or types the destination of this photo.
    guard case .commands = mode else { return }
    if photos.list.view.position < photos.list.controller.count {
      photos.list.view.moveOn(1)
    } else {
      photos.list.view.moveToTop()
    }
    followPhoto()
    loop.setNeedsFrame()
  }

  // MARK: Pictures

  /// Asks for what the last frame showed, or would have shown, and what is likely to be next.
  func wantPictures() {
    guard !showsPhoto else {
      pictures.want([])
      return photoScreen.prepare(neighbors)
    }
    var wishes: [PictureLoader.Wish] = []
    if let previewBox, let id = photos.list.selectedID {
      let near = photos.isTurning ? [] : neighbors
      wishes += ([id] + near).map { PictureLoader.Wish(photo: $0, box: previewBox) }
    }
    if photos.list.showsGrid, frames.count > 1, frames[1] != nil { wishes += thumbnails }
    pictures.want(wishes)
  }

  /// The photos after and before the one that is seen.
  private var neighbors: [ManagedObjectID] {
    let list = photos.list
    let place = list.view.position - 1
    return [place + 1, place - 1].filter { (0..<list.controller.count).contains($0) }
      .map { list.controller.objectID(at: $0) }
  }

  /// Thumbnails in view, those nearest to the cursor first, then those that come into view next.
  private var thumbnails: [PictureLoader.Wish] {
    guard let grid = photos.list.grid, !photos.isTurning else { return [] }
    return (grid.visibleNearestFirst + grid.ahead.joined()).compactMap { number in
      grid.path(ofNumber: number).map {
        PictureLoader.Wish(photo: photos.list.controller.objectID(at: $0), box: grid.pictureSize)
      }
    }
  }
}
