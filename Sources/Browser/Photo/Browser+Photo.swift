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
    lists.photos.list.showsSheet.toggle()
    lists.focus = .photos
  }

  /// Lays the sheet out as a name says.
  func layOutSheet(named name: String) throws {
    guard let layout = SheetLayout(rawValue: name) else {
      throw CommandLineError.unknownChoice(name, choices: SheetLayout.allCases.map(\.rawValue))
    }
    layOutSheet(layout)
  }

  /// The layouts of the sheet.
  var sheetLayoutChoices: [Choice] {
    SheetLayout.allCases.map { Choice(text: $0.rawValue, meaning: meaning(of: $0)) }
  }

  private func meaning(of layout: SheetLayout) -> String {
    switch layout {
    case .justified: "rows that fill the pane"
    case .uniform: "tiles of one size"
    case .square: "square tiles"
    }
  }

  func layOutSheet(_ layout: SheetLayout) {
    lists.photos.list.sheet?.kind = layout
    lists.photos.list.showsSheet = true
    lists.focus = .photos
    toasts.show(Toast(.info, "Sheet: \(meaning(of: layout))"))
  }

  /// Makes thumbnails larger by steps, smaller if negative.
  func resizeThumbnails(_ steps: Int) {
    guard lists.photos.list.showsSheet, let sheet = lists.photos.list.sheet else { return }
    for _ in 0..<min(abs(steps), 20) { _ = steps > 0 ? sheet.enlarge() : sheet.shrink() }
  }

  // MARK: The photo

  /// The picture, or the pictures, that zooming and panning act on.
  var zoomed: any Zoomable { compare ?? photo.picture }

  /// Shows the photo under the cursor alone.
  func openPhoto() {
    guard lists.photos.list.selectedID != nil else { return }
    closeCompare()
    lists.focus = .photos
    screens.insertBelowOverlays(photo)
    pictures.want([])
    followPhoto()
  }

  /// Goes back to the photos, with the cursor on the one that was seen.
  func closePhoto() {
    slideShow.stop()
    closeCompare()
    endCulling()
    close(photo)
    photo.picture.show(nil)
    photo.picture.prepare([])
  }

  /// Shows the photos around below the photo, or no more.
  func toggleStrip() {
    photo.strip = photo.strip == nil ? PhotoStrip(photos: lists.photos, pictures: pictures) : nil
    if photo.strip == nil { pictures.want([]) }
  }

  /// Shows the next photo of the list, or those before if negative.
  func step(_ count: Int) {
    if let compare { return compare.moveFocus(by: count, in: self) }
    lists.photos.list.view.moveOn(count)
    // Who turns the page has as long for it as for the others.
    if slideShow.isRunning { slideShow.start() }
  }

  /// Moves what is seen of an enlarged photo; of a whole one goes to the next or the one before.
  func pan(dx: Int, dy: Int) {
    if zoomed.isEnlarged { zoomed.pan(dx: dx, dy: dy) } else { step(dx + dy) }
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
    guard screens.takesCommands else { return }
    if lists.photos.list.view.position < lists.photos.list.controller.count {
      lists.photos.list.view.moveOn(1)
    } else {
      lists.photos.list.view.moveToTop()
    }
    followPhoto()
    surface.setNeedsFrame()
  }
}
