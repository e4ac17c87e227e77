import Drafts
import FetchedResults
import Foundation
import ObjectGraph
public import PhotoLibrary
public import PictureFetching
import Terminal
import TerminalPictures
import TerminalUI
import WorldMap

/// The browser: photographers at the left, their photos at the right, as a list or as thumbnails, and the photo itself.
///
/// A key selects a command, the command acts on the main context, the context notifies the lists of changes,
/// and one frame is drawn. The browser runs on the main actor; long operations run elsewhere and return their
/// results here.
public final class Browser {
  let library: PhotoLibrary
  let surface: any Surface
  let toasts = Toasts()
  let lists: ListsScreen
  let photo: PhotoScreen
  /// The screens that are open.
  var screens: ScreenStack
  let pictures: PictureLoader
  let refresh: RefreshJob
  let export = ExportJob()
  /// The fetching of pictures for another program.
  let fetching = ExportJob("Fetching", stopsAtFailure: true)
  let slideShow = SlideShow()
  let shots: Shots
  /// The keeper of the looks of pictures.
  let looks: LookKeeper
  /// The observation of photos with looks.
  var looksObservation: ContextObservation?
  let shotPause = Pause(.milliseconds(500))
  var keyboard: Keyboard
  var session: BrowserSession
  /// The state of leaving; nil while the browser stays.
  var departure: Departure?

  /// Creates a browser of a library.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - refresher: The source of photos for `r`.
  ///   - fetcher: The source of pictures.
  ///   - notices: The notices of `fetcher`.
  ///   - files: The files of pictures for other programs.
  ///   - options: The settings.
  ///   - surface: The place where it is seen, which has no other browser.
  /// - Throws: Errors of the library.
  public init(
    library: PhotoLibrary, refresher: Refresher, fetcher: PictureFetcher,
    notices: AsyncStream<PictureNotice>, files: PictureFiles, options: BrowserOptions = BrowserOptions(),
    surface: BrowserSurface
  ) throws {
    self.library = library
    self.surface = surface.surface
    looks = LookKeeper(container: library.container)
    pictures = PictureLoader(
      fetcher: fetcher, notices: notices, graphics: options.graphics, context: library.context, looks: looks)
    photo = PhotoScreen(
      picture: PhotoPicture(fetcher: fetcher, context: library.context), context: library.context,
      gazetteer: library.gazetteer)
    lists = try ListsScreen(
      context: library.context, pictures: pictures,
      search: Search(), gazetteer: library.gazetteer)
    screens = ScreenStack(lists)
    refresh = RefreshJob(library: library, refresher: refresher)
    shots = refresher.shots(of: library.container)
    photo.picture.animation.isAllowed = options.animates
    keyboard = Keyboard(options.bindings)
    var memory = MemoryFile(of: library, memories: options.memories).read()
    if options.startsFresh { memory.forgetPlace() }
    session = BrowserSession(
      startMemory: memory, facets: FacetCounts(of: library), options: options, files: files)
    connect()
    usePictures(self.surface.capabilities)
  }

  /// Shows the browser until the user leaves it, and returns how it ended.
  ///
  /// The first frame waits for the first photographers, not for all of them, and not for the network. The end waits for the library: until it holds
  /// what was saved, the user leaves without that, or a few seconds after a signal or the end of the terminal.
  public func run() async -> BrowserEnding {
    await resume()
    showNotice()
    if let opening = session.options.opening {
      attempt { try look(at: opening) }
    } else if refresh.refresher.isFolder {
      followFiles()
    } else if lists.photographers.list.rowCount == 0, refresh.refresher.isLocal {
      startRefresh()
    }
    refresh.followFolder()
    let listening = Task { [weak self, pictures] in
      for await notice in pictures.notices { self?.handle(notice) }
    }
    let waiting = Task { [weak self, waits = library.lockWaits] in
      for await wait in waits { self?.show(wait) }
    }
    let connecting = Task { [weak self, states = library.connectionStates] in
      for await state in states { self?.show(state) }
    }
    Task { [files = session.files, library] in
      await files.removeOld()
      await library.removeOldHistory()
      await library.removeOldCopies()
    }
    // A photo with a place is described without its town until then.
    Task(priority: .utility) { [weak self, gazetteer = library.gazetteer] in
      _ = try? await gazetteer.load()
      self?.surface.setNeedsFrame()
    }
    let reason = await surface.run(self)
    listening.cancel()
    waiting.cancel()
    connecting.cancel()
    refresh.stopFollowing()
    refresh.cancel()
    slideShow.stop()
    let outcome = await ending(reason)
    session.options.log?.flush()
    return outcome
  }

  /// Shows the message that the user sees once, unless it was shown before.
  func showNotice() {
    let options = session.options
    guard let notice = options.notice, options.notices?.contains(notice) != true else { return }
    session.shownNotice = notice
    toasts.show(Toast(.info, notice))
  }

  /// Follows the left cursor in a list.
  func follow(_ list: any RowList) {
    list.onChange = { [weak self] in
      self?.followMaster()
      self?.surface.setNeedsFrame()
    }
  }

  private func connect() {
    toasts.onChange = { [weak self] in self?.surface.setNeedsFrame() }
    toasts.onShow = { [weak self] in self?.record($0) }
    lists.emptyLibraryText = { [weak self] in self?.emptyLibraryText ?? "" }
    follow(lists.photographers.list)
    lists.facts.onChange = { [weak self] in self?.surface.setNeedsFrame() }
    lists.photos.list.onChange = { [weak self] in
      guard let self else { return }
      lists.photos.listDidChange()
      followPhoto(hasListChanged: true)
      surface.setNeedsFrame()
      // The first photos of a filter are here, and the others are still being read.
      if keyboard.isHolding { Task { self.handleHeld() } }
    }
    pictures.onChange = { [weak self] in self?.surface.setNeedsFrame(atOnce: $0) }
    photo.neighbors = { [weak self] in
      self.map { $0.lists.photos.neighbors(ahead: $0.photo.cull == nil ? 1 : CullSession.ahead) } ?? []
    }
    photo.picture.animation.player.confirm = { [weak self] in self?.surface.confirmNextFrame($0) }
    photo.picture.onChange = { [weak self] in self?.surface.setNeedsFrame() }
    slideShow.onTurn = { [weak self] in self?.turnSlide() }
    refresh.onChange = { [weak self] in self?.surface.setNeedsFrame() }
    refresh.onFolderChange = { [weak self] in self?.followFiles() }
    for job in [export, fetching] { job.onChange = { [weak self] in self?.surface.setNeedsFrame() } }
    followLooks()
    lists.photos.selection.onDeletion = { [weak self] in self?.reportDeletion(ofSelected: $0) }
    library.context.saveDidFail = { [weak self] error in
      guard let self, departure == nil else { return }
      toasts.showInTurn(Toast(.error, "Not saved: \(error)"))
    }
    library.onUnsavedEditsChange = { [weak self] in self?.unsavedEditsDidChange() }
  }

  /// The text of a library without photos.
  private var emptyLibraryText: String {
    refresh.isRunning
      ? "Fetching…" : "No photos yet: \(key(.refresh)) fetches \(refresh.refresher.name)"
  }

  /// Writes a message to the log, without the key to Flickr's API.
  private func record(_ toast: Toast) {
    session.options.log?.append(refresh.refresher.redacting(toast.text), isError: toast.kind == .error)
  }

  private func reportDeletion(ofSelected count: Int) {
    let what = count == 1 ? "A selected photo was" : "\(count) selected photos were"
    toasts.showInTurn(Toast(.info, "\(what) deleted"))
  }

  /// Makes pictures as the terminal can show them.
  func usePictures(_ terminal: Capabilities) {
    let style = PictureStyle(
      for: terminal, choice: pictures.graphics, environment: ProcessInfo.processInfo.environment)
    pictures.use(style)
    for picture in [photo.picture] + (compare?.pictures ?? []) { picture.use(style) }
  }

  private func handle(_ notice: PictureNotice) {
    switch notice {
    case .supply(let supply): pictures.supply = supply
    case .gone: break
    case .cache(let error): toasts.showInTurn(Toast(.error, "\(error)"))
    }
    surface.setNeedsFrame()
  }

  private func show(_ wait: PhotoLibrary.LockWait) {
    session.lockWait =
      wait == .waiting
      ? ProgressIndicator(PhotoLibrary.LockWait.message, short: "Library is locked") : nil
    surface.setNeedsFrame()
  }

  // MARK: Work that takes a moment

  /// Starts operations, one after the other, and reports their failures only; after each, handles the input that waited
  /// for it.
  ///
  /// - Returns: The task of all of them.
  @discardableResult
  func start(_ work: (() async throws -> Void)...) -> Task<Void, Never> {
    session.operations += 1
    return Task {
      for operation in work {
        await report(operation)
        handleHeld()
      }
      session.operations -= 1
      surface.setNeedsFrame()
    }
  }

  func report(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      toasts.show(Toast(.error, "\(error)"))
    }
    surface.setNeedsFrame()
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
