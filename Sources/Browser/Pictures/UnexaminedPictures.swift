import ObjectGraph
import PhotoLibrary
import PictureFetching
import Pictures
import Synchronization

/// The decoded pictures whose looks are computed when no picture is waited for.
nonisolated final class UnexaminedPictures: Sendable {
  private struct Unexamined {
    let bitmap: Bitmap
    let photo: ManagedObjectID
    let version: PictureVersion
  }

  private struct Queue {
    var pictures: [Unexamined] = []
    var bytes = 0
  }

  /// The memory that the pictures may take, in bytes.
  private static let limit = 16 << 20

  private let keeper: LookKeeper
  private let queue = Mutex(Queue())

  /// Creates an empty queue of pictures, whose looks a keeper keeps.
  init(keeper: LookKeeper) { self.keeper = keeper }

  /// Adds a decoded picture of a version, unless the look of its photo is known; if there are many, its look is computed at once.
  @concurrent
  func add(_ bitmap: Bitmap, of photo: ManagedObjectID, madeOf version: PictureVersion) async {
    guard keeper.needsLook(of: photo) else { return }
    let isAdded = queue.withLock { queue in
      let bytes = bitmap.pixels.count
      guard queue.bytes + bytes <= Self.limit else { return false }
      queue.pictures.append(Unexamined(bitmap: bitmap, photo: photo, version: version))
      queue.bytes += bytes
      return true
    }
    if !isAdded { await keeper.keep(bitmap, of: photo, madeOf: version) }
  }

  /// Computes and keeps the looks of all pictures, until the task is canceled.
  @concurrent
  func examine() async {
    while !Task.isCancelled, let next = removeFirst() {
      await keeper.keep(next.bitmap, of: next.photo, madeOf: next.version)
    }
  }

  private func removeFirst() -> Unexamined? {
    queue.withLock { queue in
      guard !queue.pictures.isEmpty else { return nil }
      let first = queue.pictures.removeFirst()
      queue.bytes -= first.bitmap.pixels.count
      return first
    }
  }
}
