import FetchedResults
import Foundation
import ObjectGraph
public import PhotoLibrary
public import PictureFetching
public import Terminal
import TerminalPictures
import TerminalUI

/// The browser: photographers at the left, their photos at the right, as a list or as thumbnails, and the photo itself.
///
/// A key selects a command, the command acts on the main context, the context notifies the lists of changes,
/// and one frame is drawn. The browser runs on the main actor; long operations run elsewhere and return their
/// results here.
public final class Browser {
  let library: PhotoLibrary
  let screen: Screen
  let loop: EventLoop
  let photographers: PhotographerList
  let photos: PhotoList
  let details = DetailsView()
  let pictures: PictureLoader
  let photoScreen: PhotoScreen
  let slideShow = SlideShow()
  let toasts = Toasts()
  let refresh: RefreshJob
  let export = ExportJob()
  let search: Search
  let fetcher: PictureFetcher
  private let notices: AsyncStream<PictureNotice>
  /// The state of the picture downloads.
  private(set) var supply = PictureSupply.flowing
  private let graphics: GraphicsChoice
  let log: MessageLog?
  let bindings: KeyBindings
  /// The keys of each place, with the number typed so far.
  var keyMaps: [BrowserCommand.Place: KeyMap] = [:]
  let history = PromptHistory()
  /// The memory of the library when the session began.
  let startMemory: BrowserMemory
  var layout = SplitLayout(
    [
      .init(weight: 3, minimumWidth: 24), .init(weight: 5, minimumWidth: 30),
      .init(weight: 3, minimumWidth: 30, appearsFrom: 110),
    ])
  /// The same with thumbnails, which get the room of the details.
  var sheetLayout = SplitLayout([.init(weight: 2, minimumWidth: 24), .init(weight: 7, minimumWidth: 30)])
  var focus = Pane.photographers
  var mode = Mode.commands
  /// A Boolean value that indicates whether the photo under the cursor is seen alone.
  var showsPhoto = false
  /// The cells that the picture beside the list was drawn in last; nil where there was none.
  var previewBox: Size?
  /// The folder that a picture was written to last.
  var exportFolder: String?
  /// The frames of the panes as last drawn, for mouse events.
  var frames: [Rect?] = []
  /// The filter of the left list.
  var photographerFilter = ""
  var isDraggingBoundary = false
  /// A Boolean value that indicates whether a key was pressed or the mouse used.
  var wasUsed = false
  /// The photo in “All photos” whose photographer the left cursor was moved to last.
  var followedPhoto: ManagedObjectID?
  /// The photo whose photographer the left cursor goes to after ``ownerPause``.
  var awaitedPhoto: ManagedObjectID?
  let ownerPause = Pause(.milliseconds(150))
  /// The time of the last move of the right cursor in “All photos”.
  var lastMove = ContinuousClock.now
  /// Input events that wait until photos have been read.
  var held: [InputEvent] = []
  /// The cursor positions of deletions, which undo restores; the latest last.
  var places: [Place] = []
  /// The places before the last jumps, the latest last.
  var jumps: [Jump] = []
  /// The state of leaving; nil while the browser stays.
  var departure: Departure?
  /// The wait for another program that writes to the library; nil while there is none.
  private(set) var lockWait: ProgressIndicator?

  /// The panes that keys can go to.
  enum Pane: Int {
    case photographers
    case photos
  }

  /// The current meaning of keys.
  enum Mode {
    case commands
    case prompt(Prompt)
    case help(HelpView)
    case messages(MessagesView)
    case details
  }

  /// A photo under the cursor, and where on the screen it and its photographer stood.
  struct Place {
    let photo: ManagedObjectID?
    let photoLine: Int?
    let photographerLine: Int?
  }

  /// Creates a browser of a library on a screen.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - refresher: The source of photos for `r`.
  ///   - fetcher: The source of pictures.
  ///   - notices: The notices of `fetcher`.
  ///   - graphics: How pictures are shown.
  ///   - bindings: The keys of the commands.
  ///   - startsFresh: A Boolean value that indicates whether the place where the library was left last is ignored.
  ///   - log: The file that keeps the messages; `nil` for none.
  ///   - screen: The screen.
  /// - Throws: Errors of the library.
  public init(
    library: PhotoLibrary, refresher: Refresher, fetcher: PictureFetcher,
    notices: AsyncStream<PictureNotice>, graphics: GraphicsChoice = .automatic,
    bindings: KeyBindings = KeyBindings(), startsFresh: Bool = false, log: MessageLog? = nil, screen: Screen
  ) throws {
    self.library = library
    self.screen = screen
    loop = EventLoop(screen: screen)
    photographers = try PhotographerList(context: library.context)
    self.fetcher = fetcher
    self.notices = notices
    self.graphics = graphics
    self.bindings = bindings
    startMemory = startsFresh ? BrowserMemory() : MemoryFile(folder: library.folder).read()
    self.log = log
    pictures = PictureLoader(fetcher: fetcher, context: library.context)
    photoScreen = PhotoScreen(fetcher: fetcher, context: library.context)
    photos = try PhotoList(context: library.context, pictures: pictures)
    refresh = RefreshJob(library: library, refresher: refresher)
    search = Search(coordinator: library.container.coordinator)
    for place in BrowserCommand.Place.allCases { keyMaps[place] = makeKeyMap(place) }
    connect()
    usePictures(screen.capabilities)
  }

  /// Shows the browser until the user leaves it, and returns how it ended.
  ///
  /// The first frame waits for the first photographers, not for all of them, and not for the network. The end waits for the library: until it holds
  /// what was saved, the user leaves without that, or a few seconds after a signal or the end of the terminal.
  public func run() async -> BrowserEnding {
    await resume()
    if photographers.list.controller.count == 0, refresh.refresher.isLocal { startRefresh() }
    let listening = Task { [weak self, notices] in
      for await notice in notices { self?.handle(notice) }
    }
    let waiting = Task { [weak self, waits = library.lockWaits] in
      for await wait in waits { self?.show(wait) }
    }
    let reason = await loop.run(handle: handle, draw: draw)
    listening.cancel()
    waiting.cancel()
    refresh.cancel()
    export.cancel()
    slideShow.stop()
    remember()
    log?.flush()
    return await ending(reason)
  }

  private func connect() {
    toasts.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    toasts.onShow = { [weak self] in self?.record($0) }
    photographers.list.onChange = { [weak self] in
      self?.followPhotographer()
      self?.loop.setNeedsFrame()
    }
    photos.list.onChange = { [weak self] in
      self?.photos.listDidChange()
      self?.followPhoto()
      self?.loop.setNeedsFrame()
    }
    pictures.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    photoScreen.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    slideShow.onTurn = { [weak self] in self?.turnSlide() }
    refresh.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    export.onChange = { [weak self] in self?.loop.setNeedsFrame() }
    photos.selection.onDeletion = { [weak self] in self?.reportDeletion(ofSelected: $0) }
    library.context.saveDidFail = { [weak self] error in
      guard let self, departure == nil else { return }
      toasts.show(Toast(.error, "Not saved: \(error)"))
    }
    library.onUnsavedEditsChange = { [weak self] in
      guard let self else { return }
      loop.defersSignals = !library.unsavedEdits.isEmpty
    }
  }

  /// Writes a message to the log, without the key to Flickr's API.
  private func record(_ toast: Toast) {
    log?.append(refresh.refresher.redacting(toast.text), isError: toast.kind == .error)
  }

  private func reportDeletion(ofSelected count: Int) {
    let what = count == 1 ? "A selected photo was" : "\(count) selected photos were"
    toasts.show(Toast(.info, "\(what) deleted"))
  }

  /// Makes pictures as the terminal can show them.
  func usePictures(_ terminal: Capabilities) {
    let style = PictureStyle(
      for: terminal, choice: graphics, environment: ProcessInfo.processInfo.environment)
    pictures.use(style)
    photoScreen.use(style)
  }

  private func handle(_ notice: PictureNotice) {
    switch notice {
    case .supply(let supply): self.supply = supply
    case .gone: break
    case .cache(let error): toasts.show(Toast(.error, "\(error)"))
    }
    loop.setNeedsFrame()
  }

  private func show(_ wait: PhotoLibrary.LockWait) {
    lockWait =
      wait == .waiting
      ? ProgressIndicator(PhotoLibrary.LockWait.message, short: "Library is locked") : nil
    loop.setNeedsFrame()
  }

  // MARK: Work that takes a moment

  /// Starts an operation and reports its failure only; then handles the input that waited for it.
  func start(_ work: @escaping () async throws -> Void) {
    Task {
      await report(work)
      handleHeld()
    }
  }

  func report(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      toasts.show(Toast(.error, "\(error)"))
    }
    loop.setNeedsFrame()
  }

  /// Performs an operation and reports its failure.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      toasts.show(Toast(.error, "\(error)"))
    }
  }
}
