import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalPictures
import TerminalUI

/// Two to four photos beside each other, zoomed and moved together, with the facts in which they differ.
///
/// Commands act on the photo that has the focus. The cursor of the list is on it as well, as long as the list has it: a mark can
/// take a photo out of the list.
final class CompareScreen: BrowserScreen {
  /// All photos that are compared, in the order of the list; those in view are some of them.
  private(set) var photos: [ManagedObjectID]
  /// A Boolean value that indicates whether zooming and panning act on the photo with the focus only.
  var movesAlone = false
  private let context: ManagedObjectContext
  private let makePicture: () -> PhotoPicture
  private var panes: [Pane] = []
  private var focus: Int
  /// The photo that the cursor of the list was on last.
  private var cursor: ManagedObjectID
  /// The place of the first photo in view.
  private var first: Int

  /// The most photos beside each other.
  static let most = 4

  /// A photo in view.
  private final class Pane {
    let picture: PhotoPicture
    var frame = Rect(.zero)
    var title = ""
    /// The photographer and the license, as Flickr's terms require wherever a photo is shown.
    var credit = ""
    var facts = ""

    init(_ picture: PhotoPicture) { self.picture = picture }
  }

  /// Compares photos.
  ///
  /// - Parameters:
  ///   - photos: The photos; at least two.
  ///   - focus: The place of the photo that has the focus.
  ///   - context: The context of the photos.
  ///   - makePicture: Makes the picture of a pane.
  init(
    _ photos: [ManagedObjectID], focus: Int, context: ManagedObjectContext,
    makePicture: @escaping () -> PhotoPicture
  ) {
    (self.photos, self.focus, self.context, self.makePicture) = (photos, focus, context, makePicture)
    first = focus
    cursor = photos[focus]
  }

  var place: BrowserCommand.Place? { .compare }
  var isOpaque: Bool { true }

  /// The pictures in view.
  var pictures: [PhotoPicture] { panes.map(\.picture) }

  /// The photo that has the focus.
  var focused: ManagedObjectID { photos[focus] }

  /// The photos with the facts in which they differ, and the one that has the focus.
  var text: [String] {
    let compared = photos.compactMap { context.object(with: $0) as? Photo }
    let lines = zip(compared, PhotoPresentation.differences(among: compared)).map { photo, facts in
      let title = (photo.objectID == focused ? "> " : "") + PhotoPresentation.markedTitle(of: photo)
      return facts.isEmpty ? title : "\(title): \(facts)"
    }
    return ["Comparing \(photos.count) photos:"] + lines
  }

  // MARK: Frames

  func layout(_ size: Size) {
    let count = min(photos.count, CompareLayout.count(within: size))
    first = min(max(first, focus - count + 1), focus, photos.count - count)
    while panes.count < count { panes.append(Pane(makePicture())) }
    for pane in panes[count...] { pane.picture.show(nil) }
    panes.removeSubrange(count...)
    let frames = CompareLayout.frames(of: count, within: size)
    let objects = photos[first..<first + count].map { context.object(with: $0) as? Photo }
    let differences = PhotoPresentation.differences(among: objects.compactMap { $0 })
    var texts = differences.makeIterator()
    for (index, pane) in panes.enumerated() {
      pane.frame = frames[index]
      pane.picture.resize(Size(width: frames[index].width, height: max(0, frames[index].height - 2)))
      pane.picture.show(photos[first + index])
      guard let photo = objects[index] else { continue }
      pane.title = PhotoPresentation.markedTitle(of: photo)
      pane.credit = PhotoPresentation.credit(of: photo)
      pane.facts = texts.next() ?? ""
    }
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    for (index, pane) in panes.enumerated() {
      let (area, foot) = pane.frame.cutBottom(2)
      let picture = canvas.window(area)
      if let shown = pane.picture.shown {
        picture.draw(shown.picture, at: shown.place.origin)
      } else {
        picture.draw(
          pane.picture.note.isEmpty ? "…" : pane.picture.note, centeredAt: area.height / 2,
          style: canvas.palette[.weak])
      }
      let caption = canvas.window(foot)
      let hasFocus = first + index == focus
      let mark = hasFocus ? "▸ " : "  "
      caption.draw(
        mark + pane.title, at: Point(x: 0, y: 0), width: foot.width - 1,
        style: canvas.palette[hasFocus ? .cursor : .strong])
      let line = [pane.facts, pane.credit].filter { !$0.isEmpty }.joined(separator: "  ")
      caption.draw("  " + line, at: Point(x: 0, y: 1), width: foot.width - 1, style: canvas.palette[.weak])
    }
  }

  /// The number of the photo with the focus, and the way in which zooming acts.
  var positionText: String {
    (movesAlone ? "moves alone · " : "") + "\(focus + 1) of \(photos.count) compared"
  }

  // MARK: Events

  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    switch mouse.action {
    case .wheelUp: zoom(1)
    case .wheelDown: zoom(-1)
    case .press:
      guard let index = panes.firstIndex(where: { $0.frame.contains(mouse.point) }) else { break }
      moveFocus(by: first + index - focus, in: browser)
    default: break
    }
  }

  func cancel(in browser: Browser) { browser.closeCompare() }

  /// Gives the focus to another photo, which the cursor of the list goes to.
  func moveFocus(by count: Int, in browser: Browser) {
    focus = min(max(0, focus + count), photos.count - 1)
    selectFocused(in: browser)
  }

  private func selectFocused(in browser: Browser) {
    browser.lists.photos.list.select(focused)
    cursor = browser.lists.photos.list.selectedID ?? cursor
  }

  /// Follows the cursor of the list, and drops photos that were deleted.
  ///
  /// - Parameters:
  ///   - id: The photo under the cursor.
  ///   - hasListChanged: A Boolean value that indicates whether the cursor may be there because the list has changed.
  ///   - browser: The browser.
  /// - Returns: `false` if there is nothing to compare any more: the user went to another photo, or one at most is left.
  func follow(_ id: ManagedObjectID, hasListChanged: Bool, in browser: Browser) -> Bool {
    let isMoved = id != cursor
    cursor = id
    if isMoved {
      if let index = photos.firstIndex(of: id) { focus = index } else if !hasListChanged { return false }
    }
    return dropDeleted(in: browser)
  }

  private func dropDeleted(in browser: Browser) -> Bool {
    let present = photos.filter { !context.object(with: $0).isDeleted }
    guard present.count != photos.count else { return true }
    guard present.count > 1 else { return false }
    let isFocusedPresent = present.contains(focused)
    let before = photos[..<focus].count(where: present.contains)
    (photos, focus) = (present, min(before, present.count - 1))
    if !isFocusedPresent { selectFocused(in: browser) }
    return true
  }
}

// MARK: - Zooming

extension CompareScreen: Zoomable {
  private var moved: [PhotoPicture] {
    movesAlone && panes.indices.contains(focus - first)
      ? [panes[focus - first].picture] : pictures
  }

  var isEnlarged: Bool { moved.contains { $0.isEnlarged } }
  func zoom(_ steps: Int) { for picture in moved { picture.zoom(steps) } }
  func togglePixels() { for picture in moved { picture.togglePixels() } }
  func toggleFill() { for picture in moved { picture.toggleFill() } }
  func pan(dx: Int, dy: Int) { for picture in moved { picture.pan(dx: dx, dy: dy) } }
}
