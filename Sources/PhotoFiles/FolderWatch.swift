import Dispatch
import Glibc
internal import Synchronization

/// A watch for changes in a folder and those below it (inotify(7)).
///
/// A folder that is deleted, moved away, or not there yet is watched as soon as there is one at its path again, also if it went
/// with a folder above it. A file system that is mounted there later is not noticed, and neither is another target of a symbolic
/// link on the path.
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
  /// The events by which a folder above, and with it the watched one, goes elsewhere.
  private static let departure = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
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
    /// The numbers of the watches of the folders above.
    var above: Set<CInt> = []
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
    queue.async { [weak self] in _ = self?.addRoot() }
  }

  deinit {
    source.cancel()
    continuation.finish()
  }

  /// The watched folders.
  var folders: Set<String> { Set(numberedFolders.values) }

  /// The watched folders by the numbers of their watches, which the system does not give again.
  var numberedFolders: [CInt: String] { watches.withLock { $0.paths } }

  /// Watches the folder and those below it or, where there is none, the nearest folder above.
  ///
  /// The folders above are watched from the root of the file system down, each before the next one is looked for: one that is
  /// made meanwhile is found, or an event comes. What is made in them does not matter once there is a watched folder.
  ///
  /// - Returns: `false` if the system allows too few watches.
  @discardableResult
  private func addRoot() -> Bool {
    watchAbove(for: Self.arrival | Self.departure)
    let isComplete = add(path)
    if isRootWatched { watchAbove(for: Self.departure) }
    return isComplete
  }

  private var isRootWatched: Bool { watches.withLock { $0.paths.values.contains(path) } }

  private func watchAbove(for events: UInt32) {
    var numbers: Set<CInt> = []
    var folder = ""
    for name in path.split(separator: "/") {
      let number = inotify_add_watch(descriptor, folder.isEmpty ? "/" : folder, events | UInt32(IN_ONLYDIR))
      if number >= 0 {
        numbers.insert(number)
      } else if errno == ENOENT || errno == ENOTDIR {
        break
      }
      folder += "/" + name
    }
    let former = watches.withLock { watches in
      defer { watches.above = numbers }
      return watches.above
    }
    for number in former.subtracting(numbers) { inotify_rm_watch(descriptor, number) }
  }

  /// Watches what is at the path now, ends the watches of folders that have gone elsewhere, and returns whether there was or is
  /// a folder.
  ///
  /// Other watches stay: the end of each is an event, and those of all folders can be more than the system remembers, which
  /// would lead to the next replacement.
  private func replaceTree() -> Bool {
    let wasWatched = isRootWatched
    let former = watches.withLock { watches in
      defer { watches.paths.removeAll() }
      return Set(watches.paths.keys)
    }
    let isComplete = addRoot()
    let gone = watches.withLock { former.subtracting($0.paths.keys).subtracting($0.above) }
    for number in gone { inotify_rm_watch(descriptor, number) }
    // The system may have allowed too few watches beside those.
    if !isComplete, !gone.isEmpty { add(path) }
    return wasWatched || isRootWatched
  }

  /// Watches a folder and those below it, those that are watched already included.
  ///
  /// Each is watched before it is listed: one that is made meanwhile is in the list, or an event comes.
  ///
  /// - Returns: `false` if the system allows too few watches.
  @discardableResult
  private func add(_ path: String) -> Bool {
    var pending = [path]
    while let folder = pending.popLast() {
      let number = inotify_add_watch(descriptor, folder, Self.events)
      if number >= 0 { watches.withLock { $0.paths[number] = folder } }
      // Folders that are not watched yet would not be watched either.
      if number < 0, errno == ENOSPC { return false }
      pending += FolderContents(path: folder)?.folderPaths.reversed() ?? []
    }
    return true
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
      // Among the events that were lost, folders can have been made, and have gone.
      return replaceTree()
    }
    let (folder, isAbove) = watches.withLock { ($0.paths[event.wd], $0.above.contains(event.wd)) }
    if mask & UInt32(IN_IGNORED) != 0 {
      watches.withLock {
        $0.paths[event.wd] = nil
        $0.above.remove(event.wd)
      }
      if folder == path || isAbove { addRoot() }
      return folder != nil
    }
    if isAbove {
      // What was made may have come before the folder was watched.
      return mask & Self.departure == 0 && isRootWatched ? false : replaceTree()
    }
    guard let folder else { return false }
    if folder == path, mask & UInt32(IN_MOVE_SELF) != 0 { return replaceTree() }
    if mask & Self.folder != 0, mask & Self.arrival != 0, !name.hasPrefix(".") {
      add(folder == "/" ? "/" + name : folder + "/" + name)
    }
    return !name.hasPrefix(".")
  }
}
