import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

extension Browser {
  func view(of pane: Pane) -> ListView {
    pane == .photos ? photos.list.view : photographers.list.view
  }

  /// The list that keys go to.
  var focusedView: ListView { view(of: focus) }

  // MARK: Panes

  func open() {
    switch focus {
    case .photographers: focus = .photos
    case .photos: if photos.list.selectedID != nil { mode = .details }
    }
  }

  /// Ends the innermost thing that is going on.
  func escape() {
    if refresh.isRunning {
      refresh.cancel()
    } else if !search.text.isEmpty {
      search.forget()
    } else if !currentFilter.isEmpty {
      filter("")
    } else if !photos.marked.isEmpty {
      photos.removeMarks()
    } else {
      focus = .photographers
    }
  }

  func quit() {
    if focus == .photos { focus = .photographers } else { loop.stop() }
  }

  func toggleAllPhotos() {
    let photo = photos.list.selectedID
    focus = .photos
    if photos.scope == .everybody {
      // Back to one photographer: the one whose photo is under the cursor.
      if let owner = photos.list.selected?.photographer?.objectID { photographers.list.select(owner) }
      let scope: PhotoList.Scope = photographers.list.selectedID.map { .photographer($0) } ?? .nobody
      list(scope, selecting: photo)
    } else {
      list(.everybody, selecting: photo)
    }
  }

  func sort() {
    let order = photos.order.next
    start { try await self.photos.sort(by: order) }
    toasts.show(Toast(.info, "Photos sorted by \(order.name)"))
  }

  func toggleMouse() {
    screen.setMouse(!screen.reportsMouse)
    let state = screen.reportsMouse ? "on" : "off: drag to select text"
    toasts.show(Toast(.info, "Mouse \(state)", hint: "M change"))
  }

  // MARK: Photos

  func toggleSelection() {
    guard let id = photos.list.selectedID else { return }
    photos.toggleMark(id)
    photos.list.view.move(by: 1)
  }

  func deletePhotos() {
    let targets = photos.targets
    guard let first = targets.first else { return }
    let what = targets.count == 1 ? "“\(first.title)”" : "\(targets.count) photos"
    attempt {
      try library.delete(targets)
      photos.removeMarks()
      toasts.show(Toast(.info, "Deleted \(what)", hint: "u undo"))
    }
  }

  func undo(times: Int) {
    changeBack(times, word: "Undone", hint: "Ctrl-R redo", library.undo)
  }

  func redo(times: Int) {
    changeBack(times, word: "Done again", hint: "u undo", library.redo)
  }

  /// Undoes or redoes some events, tells what they were, and goes to what came back.
  private func changeBack(_ times: Int, word: String, hint: String, _ change: () throws -> String?) {
    var back: [ManagedObjectID] = []
    let number = library.context.model.number(of: Photo.self)
    let observation = library.context.observe { changes in
      back += changes.inserted.filter { $0.entity == number }.sorted()
    }
    attempt {
      var names: [String] = []
      for _ in 0..<times {
        guard let name = try change() else { break }
        names.append(name)
      }
      let told = names.count == 1 ? names[0] : "\(names.count) changes"
      toasts.show(Toast(.info, "\(word): \(told)", hint: hint))
    }
    withExtendedLifetime(observation) {}
    if let id = back.first { reveal(id) }
  }

  /// Goes to a photo, by way of its photographer.
  private func reveal(_ id: ManagedObjectID) {
    guard let photo = library.context.object(with: id) as? Photo, let owner = photo.photographer?.objectID
    else { return }
    photographers.list.select(owner)
    focus = .photos
    if photos.list.select(id) { return }
    if photos.scope != .everybody { list(.photographer(owner), selecting: id) }
  }

  func openPage() {
    guard let page = photos.list.selected?.pageURL else {
      return toasts.show(Toast(.info, "The photo has no page"))
    }
    attempt {
      try WebBrowser.open(page)
      toasts.show(Toast(.info, "Opening \(page)"))
    }
  }

  func copyLink() {
    guard let page = photos.list.selected?.pageURL else {
      return toasts.show(Toast(.info, "The photo has no page"))
    }
    screen.copy(page)
    toasts.show(Toast(.info, "Copied \(page)"))
  }

  // MARK: Refreshing

  func startRefresh(pages: Int = 1) {
    refresh.start(pages: pages) { [weak self] in self?.finished($0) }
  }

  private func finished(_ result: Result<RefreshSummary, any Error>) {
    switch result {
    case .success(let summary): toasts.show(Toast(.info, RefreshPresentation.sentence(for: summary)))
    case .failure(is CancellationError): toasts.show(Toast(.info, "Refresh cancelled"))
    case .failure(let error): toasts.show(Toast(.error, "\(error)"))
    }
  }
}
