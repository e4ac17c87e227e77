import FetchedResults
import ObjectGraph
public import PhotoLibrary
public import Terminal
import TerminalUI

/// The browser: photographers at the left, their photos at the right.
///
/// A key finds a command, the command acts on the main context, the context tells the lists what changed, and one
/// frame is drawn. Everything happens on the main actor; what takes long happens elsewhere and comes back here.
public final class Browser {
  let library: PhotoLibrary
  let screen: Screen
  let loop: EventLoop
  let photographers: PhotographerList
  let photos: PhotoList
  let details = DetailsView()
  let toasts = Toasts()
  let refresh: RefreshJob
  let search: Search
  var keyMap = KeyMap([])
  var commands: [Command] = []
  var layout = SplitLayout(
    [
      .init(weight: 3, minimumWidth: 24), .init(weight: 5, minimumWidth: 30),
      .init(weight: 3, minimumWidth: 30, appearsFrom: 110),
    ])
  var focus = Pane.photographers
  var mode = Mode.lists
  /// Where the panes were drawn last, for the mouse.
  var frames: [Rect?] = []
  /// What the left list is narrowed to.
  var photographerFilter = ""
  var isDraggingBoundary = false
  /// Whether a key was pressed or the mouse used.
  var wasUsed = false
  /// What was typed for photos that are still being read.
  var held: [InputEvent] = []
  /// Where photos were deleted, for undo to go back to; the latest last.
  var places: [Place] = []

  /// The panes that keys can go to.
  enum Pane: Int {
    case photographers
    case photos
  }

  /// What keys are for.
  enum Mode {
    case lists
    case prompt(Prompt)
    case help(HelpView)
    case details
  }

  /// A photo under the cursor, and where on the screen it and its photographer stood.
  struct Place {
    let photo: ManagedObjectID?
    let photoLine: Int?
    let photographerLine: Int?
  }

  /// Makes a browser of a library on a screen; `refresher` is where `r` gets photos from.
  public init(library: PhotoLibrary, refresher: Refresher, screen: Screen) throws {
    self.library = library
    self.screen = screen
    loop = EventLoop(screen: screen)
    photographers = try PhotographerList(context: library.context)
    photos = try PhotoList(context: library.context)
    refresh = RefreshJob(library: library, refresher: refresher)
    search = Search(coordinator: library.container.coordinator)
    commands = makeCommands()
    keyMap = KeyMap(commands)
    connect()
  }

  /// Shows the browser until somebody leaves it.
  ///
  /// The first frame waits for the photographers, not for the network.
  public func run() async {
    await report { try await self.photographers.list.controller.performFetch() }
    photographers.list.view.reload()
    followPhotographer()
    if photographers.list.controller.count == 0, refresh.refresher.isLocal { startRefresh() }
    await loop.run(handle: handle, draw: draw)
    refresh.cancel()
    await library.container.coordinator.drain()
  }

  private func connect() {
    toasts.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    photographers.list.onChange = { [weak self] in
      self?.followPhotographer()
      self?.loop.setNeedsFrame()
    }
    photos.list.onChange = { [weak self] in
      self?.photos.tidyMarks()
      self?.showDetails()
      self?.loop.setNeedsFrame()
    }
    refresh.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    library.context.saveDidFail = { [weak self] error in
      self?.toasts.show(Toast(.error, "Not saved: \(error)"))
    }
  }

  // MARK: Following the cursor

  /// Lists the photos of the photographer under the cursor, unless all are listed.
  func followPhotographer() {
    guard photos.scope != .everybody else { return }
    let scope: PhotoList.Scope = photographers.list.selectedID.map { .photographer($0) } ?? .nobody
    if scope != photos.scope { list(scope) }
  }

  /// Lists other photos; what is typed for them waits until they are here.
  func list(_ scope: PhotoList.Scope, selecting photo: ManagedObjectID? = nil, atLine line: Int? = nil) {
    photos.turn(to: scope, selecting: photo, atLine: line)
    Task {
      await report(photos.load)
      handleHeld()
    }
  }

  func showDetails() { details.show(photos.list.selected) }

  // MARK: Work that takes a moment

  /// Starts work of which only a failure is told.
  func start(_ work: @escaping () async throws -> Void) {
    Task { await report(work) }
  }

  private func report(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      toasts.show(Toast(.error, "\(error)"))
    }
    loop.setNeedsFrame()
  }

  /// Does something of which a failure is told.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      toasts.show(Toast(.error, "\(error)"))
    }
  }
}
