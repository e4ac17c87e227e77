import FetchedResults
import ObjectGraph
import PhotoLibrary
import TerminalPictures
import TerminalUI

/// Photos beside each other.
extension Browser {
  /// The screen on which photos are compared; `nil` while none is open.
  var compare: CompareScreen? { screens.first(CompareScreen.self) }

  /// Shows the photo under the cursor beside the others of its burst; beside the next one, if it has none.
  func openCompare() {
    let photos = lists.photos.list.controller
    guard let id = lists.photos.list.selectedID, compare == nil else { return }
    var compared = burst.map(\.objectID)
    if compared.count < 2 {
      let place = lists.photos.list.view.position - 1
      let first = min(place, photos.count - 2)
      guard first >= 0 else { return toasts.show(Toast(.info, "There is no other photo to compare with")) }
      compared = [photos.objectID(at: first), photos.objectID(at: first + 1)]
    }
    let (fetcher, context) = (pictures.fetcher, library.context)
    let focus = compared.firstIndex(of: id) ?? 0
    let closeUps = SerialTasks()
    open(
      CompareScreen(compared, focus: focus, context: context) { [weak self] in
        let picture = PhotoPicture(fetcher: fetcher, context: context, closeUps: closeUps)
        // The terminal can have changed since the screen was opened.
        picture.use(self?.photo.picture.maker?.style)
        picture.onChange = { [weak self] in self?.surface.setNeedsFrame() }
        return picture
      })
  }

  /// Goes back to the single photo.
  func closeCompare() {
    if let compare { close(compare) }
  }

  /// Picks the photo that has the focus, rejects the others, and goes back.
  func chooseCompared() {
    guard let compare else { return }
    let photos = compare.photos.compactMap { library.context.object(with: $0) as? Photo }
      .filter { !$0.isDeleted }
    if let kept = photos.first(where: { $0.objectID == compare.focused }) { choose(kept, among: photos) }
    closeCompare()
  }

  /// Lets zooming and panning act on one photo only, or on all of them.
  func toggleAlone() {
    guard let compare else { return }
    compare.movesAlone.toggle()
    let text = compare.movesAlone ? "Zooming moves only this photo" : "Zooming moves all photos"
    toasts.show(Toast(.info, text, hint: hint(.alone, "the other way")))
  }
}
