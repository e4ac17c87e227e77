/// The images that a terminal was given and holds: no more than there is room for, the least recently used freed
/// first.
struct HeldImages {
  private struct Image {
    let owner: String
    let removal: [UInt8]
    let decodedSize: Int
    var lastUse: Int
  }

  /// An image of which the terminal has a part.
  fileprivate struct Begun {
    let owner: String
    let upload: Picture.Upload
    /// The chunks that are still to be sent.
    var rest: ArraySlice<[UInt8]>
  }

  private let limit: Int
  private var images: [UInt32: Image] = [:]
  private var begun: Begun?
  private var frame = 0

  /// Holds images of `limit` bytes as they are decoded, besides those in use.
  ///
  /// Of more than 320 MB on a screen, kitty and Ghostty free the oldest by themselves, without a notification. The images of a
  /// frame and those sent in advance come on top of the limit.
  init(limit: Int = 192 << 20) { self.limit = limit }

  /// A Boolean value that indicates whether the terminal holds none.
  var isEmpty: Bool { images.isEmpty }

  /// The numbers of those it holds.
  var ids: Set<UInt32> { Set(images.keys) }

  /// Returns a Boolean value that indicates whether the terminal holds the image of a picture.
  func holds(_ upload: Picture.Upload, of owner: String) -> Bool { images[upload.imageID]?.owner == owner }

  /// Returns the number of bytes that the terminal is still to be sent of the image of a picture.
  func missing(of picture: Picture) -> Int {
    guard let upload = picture.upload else { return 0 }
    guard holds(upload, of: picture.id) else { return upload.size }
    guard let begun, begun.upload.imageID == upload.imageID else { return 0 }
    return begun.rest.reduce(0) { $0 + $1.count }
  }

  /// The control strings that free all images.
  var removals: [[UInt8]] { images.sorted { $0.key < $1.key }.map(\.value.removal) }

  /// The control string that ends the transmission of an image of which the terminal has a part, if there is one.
  var endings: [[UInt8]] { begun.map { [$0.upload.ending] } ?? [] }

  /// Returns what gives the terminal more of some images that it does not hold, in their order: about `limit` bytes.
  ///
  /// An image whose number another one has takes its place, unless the last frame that used images used that one.
  ///
  /// Between such slices text may be written, but before any other control string about images ``resolve(for:)`` must be
  /// called.
  mutating func sendAhead(
    _ uploads: [(owner: String, upload: Picture.Upload)], limit: Int
  ) -> [[UInt8]] {
    var bytes: [[UInt8]] = []
    if begun == nil {
      let next = uploads.first { owner, upload in
        images[upload.imageID].map { $0.owner != owner && $0.lastUse < frame } ?? true
      }
      guard let (owner, upload) = next else { return [] }
      if let other = images[upload.imageID] { bytes.append(other.removal) }
      begun = Begun(owner: owner, upload: upload, rest: upload.chunks[...])
      images[upload.imageID] = Image(
        owner: owner, removal: upload.removal, decodedSize: upload.decodedSize, lastUse: frame)
    }
    var count = 0
    while count < limit, let chunk = begun?.rest.popFirst() {
      bytes.append(chunk)
      count += chunk.count
    }
    if begun?.rest.isEmpty == true { begun = nil }
    return bytes
  }

  /// Returns what completes the image of which the terminal has a part, if it is among those that are used now, and
  /// otherwise what makes the terminal forget the part.
  mutating func resolve(for uploads: [(owner: String, upload: Picture.Upload)]) -> [[UInt8]] {
    guard let begun else { return [] }
    self.begun = nil
    if begun.isAmong(uploads) { return Array(begun.rest) }
    images[begun.upload.imageID] = nil
    return [begun.upload.ending, begun.upload.removal]
  }

  /// Returns a Boolean value that indicates whether the terminal has a part of one of some images.
  func hasPart(ofOne uploads: [(owner: String, upload: Picture.Upload)]) -> Bool {
    begun?.isAmong(uploads) ?? false
  }

  /// Uses images of pictures for a frame; appends what gives the terminal those that it does not hold to
  /// `bytes`, and returns their numbers.
  mutating func use(
    _ uploads: [(owner: String, upload: Picture.Upload)], sending bytes: inout [[UInt8]]
  ) -> Set<UInt32> {
    guard !uploads.isEmpty else { return [] }
    frame += 1
    var sent: Set<UInt32> = []
    for (owner, upload) in uploads {
      let held = images[upload.imageID]
      if held?.owner == owner {
        images[upload.imageID]?.lastUse = frame
        continue
      }
      // The number now means another image: what was placed of the one before goes with it.
      if let held { bytes.append(held.removal) }
      bytes += upload.chunks
      sent.insert(upload.imageID)
      images[upload.imageID] = Image(
        owner: owner, removal: upload.removal, decodedSize: upload.decodedSize, lastUse: frame
      )
    }
    return sent
  }

  /// Frees what is over the limit and was not used by the last frame that used images.
  mutating func freeUnused(sending bytes: inout [[UInt8]]) {
    var total = images.values.reduce(0) { $0 + $1.decodedSize }
    guard total > limit else { return }
    let unused = images.filter { $0.value.lastUse < frame && $0.key != begun?.upload.imageID }.sorted {
      $0.value.lastUse < $1.value.lastUse
    }
    for (id, image) in unused where total > limit {
      bytes.append(image.removal)
      images[id] = nil
      total -= image.decodedSize
    }
  }

  /// Forgets all.
  mutating func removeAll() { (images, begun) = ([:], nil) }
}

extension HeldImages.Begun {
  fileprivate func isAmong(_ uploads: [(owner: String, upload: Picture.Upload)]) -> Bool {
    uploads.contains { $0.owner == owner && $0.upload.imageID == upload.imageID }
  }
}
