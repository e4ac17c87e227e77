import Dispatch
import Glibc
internal import Synchronization

/// A watch for changes in a folder and those below it (inotify(7)).
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
  /// The events of a file whose contents may follow, which is closed then.
  private static let created = UInt32(IN_CREATE)
  private static let folder = UInt32(IN_ISDIR)

  private let path: String
  private let descriptor: CInt
  // Sources are thread-safe (dispatch_source_create(3)), which their protocol does not say.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let continuation: AsyncStream<Void>.Continuation
  /// The watched folders by the numbers of their watches.
  private let paths = Mutex<[CInt: String]>([:])

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
    queue.async { [weak self] in self?.add(path) }
  }

  deinit {
    source.cancel()
    continuation.finish()
  }

  /// The watched folders.
  var folders: Set<String> { paths.withLock { Set($0.values) } }

  /// Watches a folder and those below it, those that are watched already included.
  ///
  /// Each is watched before it is listed: one that is made meanwhile is in the list, or an event comes.
  private func add(_ path: String) {
    var pending = [path]
    while let folder = pending.popLast() {
      let number = inotify_add_watch(descriptor, folder, Self.events)
      if number >= 0 { paths.withLock { $0[number] = folder } }
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
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // Among the events that were lost, folders can have been made.
      add(path)
      return true
    }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      _ = paths.withLock { $0.removeValue(forKey: event.wd) }
      return true
    }
    let isNew = event.mask & (Self.created | UInt32(IN_MOVED_TO)) != 0
    if event.mask & Self.folder != 0, isNew, !name.hasPrefix("."),
      let parent = paths.withLock({ $0[event.wd] })
    {
      add(parent == "/" ? "/" + name : parent + "/" + name)
    }
    return !name.hasPrefix(".")
  }
}
