import Dispatch
import Glibc
internal import Synchronization

/// A watch for changes in a folder and those below it (inotify(7)).
///
/// A folder that is deleted, moved away, or not there yet is watched as soon as there is one at its path again. A file system that
/// is mounted there later is not noticed.
///
/// It ends when it is released. If the system allows too few watches, changes in some folders are not noticed.
public final class FolderWatch: Sendable {
  /// Elements for changes: files that were written, moved or deleted.
  ///
  /// Several changes before the next element are one.
  public let changes: AsyncStream<Void>

  private static let events = [
    IN_CLOSE_WRITE, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_ATTRIB, IN_DELETE_SELF, IN_MOVE_SELF,
    IN_ONLYDIR, IN_EXCL_UNLINK,
  ].reduce(UInt32(0)) { $0 | UInt32($1) }
  /// The events of a folder above, in which the next one on the path can be made.
  private static let eventsAbove = [IN_CREATE, IN_MOVED_TO, IN_DELETE_SELF, IN_MOVE_SELF, IN_ONLYDIR].reduce(
    UInt32(0)
  ) {
    $0 | UInt32($1)
  }
  private static let arrival = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
  private static let folder = UInt32(IN_ISDIR)

  private let path: String
  private let descriptor: CInt
  // Sources are thread-safe (dispatch_source_create(3)), which their protocol does not say.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let continuation: AsyncStream<Void>.Continuation
  private let watches = Mutex(Watches())

  private struct Watches {
    /// The watched folder and those below it, by the numbers of their watches.
    var paths: [CInt: String] = [:]
    /// The number of the watch of the nearest folder above, while there is no watched folder.
    var above: CInt?
  }

  /// Watches a folder; returns `nil` if the system allows no more programs to watch.
  public convenience init?(path: String) {
    self.init(path: path, queue: DispatchQueue(label: "FolderWatch"))
  }

  /// Watches a folder, and reads its events on a serial queue.
  init?(path: String, queue: DispatchQueue) {
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.path = path
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { [descriptor] in close(descriptor) }
    source.setEventHandler { [weak self] in self?.read() }
    source.activate()
    queue.async { [weak self] in self?.addRoot() }
  }

  deinit {
    source.cancel()
    continuation.finish()
  }

  /// The watched folders.
  var folders: Set<String> { watches.withLock { Set($0.paths.values) } }

  /// Watches the folder and those below it or, where there is none, the nearest folder above.
  ///
  /// The folders above are watched from the root of the file system down, each before the next one is looked for: one that is
  /// made meanwhile is found, or an event comes.
  private func addRoot() {
    watchAbove()
    add(path)
    if isRootWatched { endAbove() }
  }

  private var isRootWatched: Bool { watches.withLock { $0.paths.values.contains(path) } }

  private func watchAbove() {
    var folder = ""
    for name in path.split(separator: "/") {
      let number = inotify_add_watch(descriptor, folder.isEmpty ? "/" : folder, Self.eventsAbove)
      if number >= 0 {
        endAbove(except: number)
        watches.withLock { $0.above = number }
      } else if errno == ENOENT || errno == ENOTDIR {
        return
      }
      folder += "/" + name
    }
  }

  private func endAbove(except number: CInt? = nil) {
    let former = watches.withLock { $0.above.take() }
    if let former, former != number { inotify_rm_watch(descriptor, former) }
  }

  /// Ends the watches of the folder and of those below it, which have gone elsewhere.
  private func endTree() {
    let numbers = watches.withLock { watches in
      defer { watches.paths.removeAll() }
      return watches.paths.keys
    }
    for number in numbers { inotify_rm_watch(descriptor, number) }
  }

  /// Watches a folder and those below it, those that are watched already included.
  ///
  /// Each is watched before it is listed: one that is made meanwhile is in the list, or an event comes.
  private func add(_ path: String) {
    var pending = [path]
    while let folder = pending.popLast() {
      let number = inotify_add_watch(descriptor, folder, Self.events)
      if number >= 0 { watches.withLock { $0.paths[number] = folder } }
      // The other folders would not be watched either.
      if number < 0, errno == ENOSPC { return }
      pending += FolderContents(path: folder)?.folderPaths.reversed() ?? []
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      var hasChanged = false
      buffer.withUnsafeBytes { bytes in
        var position = 0
        while position + MemoryLayout<inotify_event>.size <= count {
          let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let name = bytes[(position + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len)).prefix {
            $0 != 0
          }
          position += MemoryLayout<inotify_event>.size + Int(event.len)
          if take(event, String(decoding: name, as: UTF8.self)) { hasChanged = true }
        }
      }
      // While a program writes without a pause, there is always more to read.
      if hasChanged { continuation.yield() }
    }
  }

  /// Handles an event, and returns whether photos may have changed.
  private func take(_ event: inotify_event, _ name: String) -> Bool {
    let mask = event.mask
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // Among the events that were lost, folders can have been made.
      addRoot()
      return true
    }
    let (folder, isAbove) = watches.withLock { ($0.paths[event.wd], $0.above == event.wd) }
    if mask & UInt32(IN_IGNORED) != 0 {
      watches.withLock { $0.paths[event.wd] = nil }
      if folder == path || isAbove { addRoot() }
      return folder != nil
    }
    if isAbove {
      addRoot()
      return isRootWatched
    }
    guard let folder else { return false }
    if folder == path, mask & UInt32(IN_MOVE_SELF) != 0 {
      endTree()
      addRoot()
      return true
    }
    if mask & Self.folder != 0, mask & Self.arrival != 0, !name.hasPrefix(".") {
      add(folder == "/" ? "/" + name : folder + "/" + name)
    }
    return !name.hasPrefix(".")
  }
}
