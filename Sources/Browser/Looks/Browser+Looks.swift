import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Photos that look alike.
extension Browser {
  /// Searches for stacks in the background, and says how many there are and of how many photos nothing is known.
  func findStacks() {
    start {
      let counts = try await self.looks.findStacks()
      let unseen = try await self.unseenNote()
      self.toasts.showInTurn(Toast(.info, LookPresentation.sentence(for: counts, unseen: unseen)))
    }
  }

  /// Searches for stacks a moment after photos with looks were deleted or came back.
  func followLooks() {
    let number = library.context.model.number(of: Look.self)
    looksObservation = library.context.observe { [weak self] changes in
      guard let self, changes.deleted.contains(where: { $0.entity == number }) else { return }
      Task { [looks = self.looks] in await looks.photosDidChange() }
    }
  }

  /// The number of photos without a look in words; `nil` if all have one.
  func unseenNote() async throws -> String? {
    let count = try await library.photosWithoutLook()
    return count.without == 0 ? nil : "\(count.without) of \(count.all) have no picture yet"
  }

  /// Lists the photos whose pictures are most like that of the photo under the cursor, the likest first, and says of how many
  /// nothing is known.
  func listMoreLikeThis() {
    guard let photo = current else { return }
    guard let look = photo.look?.value else {
      return toasts.show(
        Toast(.info, "The picture of “\(photo.title)” was not examined yet", hint: hint(.sheet, "shows it")))
    }
    let (id, title) = (photo.objectID, photo.title)
    let number = lists.likeness.begin()
    start { [likeness = lists.likeness] in
      defer { likeness.end(number) }
      let found = try await self.looks.photos(like: look)
      let unseen = try await self.unseenNote()
      guard likeness.isLatest(number) else { return }
      if self.showsPhoto { self.closePhoto() }
      self.lists.keepJump()
      self.lists.focus = .photos
      self.list(.collection(.like(photo: id, title: title, found: found)), selecting: id)
      if let unseen { self.toasts.show(Toast(.info, Words.capitalized(unseen))) }
    }
  }

  /// The stacks that a command acts on: that which is listed, or the selected ones, else the one under the cursor.
  private var stacks: [Int] {
    if case .stack(let number) = lists.photos.scope.collection { return [number] }
    let photos = lists.photos.selection.isEmpty ? lists.photos.photos(fromCursor: 1) : lists.photos.selected
    return photos.compactMap { $0.look?.stackSize == nil ? nil : $0.look?.stack }
  }

  /// Stacks in words.
  private func name(of stacks: [Int]) -> String { stacks.count == 1 ? "a stack" : "\(stacks.count) stacks" }

  var hasStack: Availability {
    listsStacks ? hasPhoto : .disabled(reason: "Look at stacks first: \(key(.source)) lists look-alikes")
  }

  /// A Boolean value that indicates whether stacks are listed, or the photos of one.
  var listsStacks: Bool { lists.photos.scope.collection?.isOfStacks == true }

  /// Searches for the stacks of photos that came back, and lists them with the cursor on the photo of a place, or the best of
  /// its stack.
  func returnToStacks(_ place: Trail.Place) {
    let scope = lists.photos.scope
    start {
      try await self.looks.findStacks()
      // The user may have gone on to other photos.
      guard self.lists.photos.scope == scope else { return }
      var photo = place.photo
      if scope.collection == .lookAlikes, let id = photo, let number = try self.library.stack(of: id) {
        photo = try self.library.photos(ofStack: number).first?.objectID ?? photo
      }
      self.list(scope, selecting: photo, atLine: place.photoLine)
    }
  }

  /// Opens the stack under the cursor; returns `false` if no stacks are listed.
  func openStack() -> Bool {
    guard lists.photos.scope.collection == .lookAlikes, let photo = lists.photos.list.selected,
      let number = photo.look?.stack
    else { return false }
    lists.keepJump()
    list(.collection(.stack(number)), selecting: photo.objectID)
    return true
  }

  /// Goes from the photos of a stack back to the stacks; returns `false` if no stack is listed.
  func closeStack() -> Bool {
    guard case .stack = lists.photos.scope.collection else { return false }
    let number = lists.photos.list.selected?.look?.stack
    let best = number.flatMap { try? library.photos(ofStack: $0).first }
    list(.collection(.lookAlikes), selecting: best?.objectID)
    return true
  }

  /// Keeps the best photo of each stack, and deletes the others.
  func keepBest() {
    let (numbers, scope, selected) = (stacks, lists.photos.scope, lists.photos.selection.ids)
    guard !numbers.isEmpty else { return toasts.show(Toast(.info, "No stack is selected")) }
    attemptChange("keeping the best of \(name(of: numbers))") { [self] in
      // What the user deletes is not reported as lost from the selection, which may have grown since.
      let removed = lists.photos.selection.remove(selected)
      var count = 0
      defer { if count == 0 { lists.photos.selection.insert(removed) } }
      count = try changing { try library.resolveStacks(numbers) }.result
      guard count > 0 else { return toasts.show(Toast(.info, "No stack is left to resolve")) }
      let kept = numbers.count == 1 ? "the best photo" : "the best of \(numbers.count) stacks"
      let what = "Kept \(kept), deleted \(Words.count(count, "other"))"
      toasts.show(Toast(.info, what, hint: hint(.undo, "undo")))
      if lists.photos.scope == scope { _ = closeStack() }
    }
  }

  /// Remembers that the photos of the stacks are not alike; of a stack whose photos are listed, those under the cursor or
  /// selected.
  func separateStacks() {
    if case .stack(let number) = lists.photos.scope.collection { return separatePhotos(from: number) }
    let (numbers, selected) = (stacks, lists.photos.selection.ids)
    guard !numbers.isEmpty else { return toasts.show(Toast(.info, "No stack is selected")) }
    attemptChange("separating the photos of \(name(of: numbers))") { [self] in
      try changing { try library.separateStacks(numbers) }
      lists.photos.selection.remove(selected)
      let what = numbers.count == 1 ? "These photos are" : "The photos of \(numbers.count) stacks are"
      toasts.show(Toast(.info, what + " not alike", hint: hint(.undo, "undo")))
    }
  }

  private func separatePhotos(from number: Int) {
    let (scope, selected) = (lists.photos.scope, lists.photos.selection.ids)
    let chosen = lists.photos.selected.filter { $0.look?.stack == number }
    let photos = chosen.isEmpty ? lists.photos.photos(fromCursor: 1) : chosen
    guard !photos.isEmpty else { return }
    let what = PhotoLibrary.words(for: photos)
    attemptChange("separating \(what) from the others") { [self] in
      try changing { try library.separate(photos, fromStack: number) }
      lists.photos.selection.remove(selected)
      let verb = photos.count == 1 ? "is" : "are"
      toasts.show(Toast(.info, "\(what) \(verb) not like the others", hint: hint(.undo, "undo")))
      if lists.photos.scope == scope, lists.photos.list.rowCount < 2 { _ = closeStack() }
    }
  }
}
