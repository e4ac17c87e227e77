internal import Synchronization

/// A host of pictures on 127.0.0.1, with Flickr's addresses: every picture of every photo, as a real JPEG of the size
/// that its suffix promises, unless told otherwise.
public final class LoopbackPictures: Sendable {
  /// A picture of a photo, as a list tells of it.
  public struct Rendition: Hashable, Sendable {
    /// As in the names of answers: `sq t s q n m z c l`.
    public let suffix: String
    /// Where it is.
    public let url: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
  }

  /// The server: for what it was asked, and for letting stalled answers go on.
  public let server: LoopbackFlickr
  private let answers = Mutex<[String: [LoopbackAnswer]]>([:])

  /// Suffix in answers, suffix in addresses, longer side.
  public static let sizes: [(suffix: String, ending: String, side: Int)] = [
    ("sq", "_s", 75), ("t", "_t", 100), ("q", "_q", 150), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500),
    ("z", "_z", 640), ("c", "_c", 800), ("l", "_b", 1024),
  ]

  /// Starts a host on a free port.
  public init() throws {
    server = try LoopbackFlickr()
    server.serve { [weak self] request in self?.answer(to: request) }
  }

  /// The host's address, without a slash at its end.
  public var url: String { server.url }

  /// Answers requests for any picture of a photo with these answers in turn; the last one stays.
  public func answer(_ id: String, _ answers: LoopbackAnswer...) {
    answer(id, answers)
  }

  /// Answers requests for any picture of a photo with these answers in turn; the last one stays.
  public func answer(_ id: String, _ answers: [LoopbackAnswer]) {
    self.answers.withLock { $0[id] = answers }
  }

  /// Answers requests for a photo with its pictures again.
  public func restore(_ id: String) {
    answers.withLock { $0[id] = nil }
  }

  /// The pictures of a photo, of those sizes; all are as wide as three is to two.
  public func renditions(
    of id: String, secret: String = "0a1b2c3d4e", only suffixes: Set<String>? = nil
  ) -> [Rendition] {
    Self.sizes.filter { suffixes?.contains($0.suffix) ?? true }.map { size in
      let (width, height) = Self.pixels(size)
      return Rendition(
        suffix: size.suffix, url: "\(url)/65535/\(id)_\(secret)\(size.ending).jpg", width: width,
        height: height)
    }
  }

  /// The bytes that the host has for a picture.
  public static func bytes(of id: String, _ suffix: String) -> [UInt8] {
    guard let size = sizes.first(where: { $0.suffix == suffix }) else { return [] }
    let (width, height) = pixels(size)
    return LoopbackJPEG.bytes(width: width, height: height, seed: seed(of: id))
  }

  /// The ids and suffixes of the pictures that were asked for, in order: `11 s`.
  public var asked: [String] {
    server.requests.compactMap { Self.parse($0.path) }.map { "\($0.id) \($0.suffix)" }
  }

  /// What the picture of a photo is drawn with.
  public static func seed(of id: String) -> Int { id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000 } }

  private static func pixels(_ size: (suffix: String, ending: String, side: Int)) -> (Int, Int) {
    let isSquare = size.suffix == "sq" || size.suffix == "q"
    return (size.side, isSquare ? size.side : (size.side * 2 + 1) / 3)
  }

  private func answer(to request: LoopbackRequest) -> LoopbackAnswer? {
    guard let (id, suffix) = Self.parse(request.path) else { return nil }
    let told = answers.withLock { answers -> LoopbackAnswer? in
      let first = answers[id]?.first
      if answers[id]?.count ?? 0 > 1 { answers[id]?.removeFirst() }
      return first
    }
    return told ?? .jpeg(Self.bytes(of: id, suffix))
  }

  /// `/SERVER/ID_SECRET_SUFFIX.jpg`.
  private static func parse(_ path: String) -> (id: String, suffix: String)? {
    guard let name = path.split(separator: "/").last, name.hasSuffix(".jpg") else { return nil }
    let parts = name.dropLast(4).split(separator: "_")
    guard parts.count >= 2,
      let size = sizes.first(where: { $0.ending.dropFirst() == (parts.count > 2 ? parts[2] : "") })
    else { return nil }
    return (String(parts[0]), size.suffix)
  }
}

extension LoopbackAnswer {
  /// A picture.
  public static func jpeg(_ bytes: [UInt8]) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "public, max-age=31536000")], body: bytes)
  }

  /// What throttles: HTML, with or without saying for how many seconds.
  public static func tooMany(retryAfter: Int? = nil) -> LoopbackAnswer {
    var answer = html(status: 429, "Too Many Requests")
    if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
    return answer
  }

  /// Where Flickr sends who asks for a picture that was deleted.
  public static var pictureUnavailable: LoopbackAnswer {
    redirect(to: "/pw/images/en-us/photo_unavailable.png")
  }

  /// A PNG of one pixel.
  public static var png: LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", "image/png")],
      body: [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
        0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00,
        0x82, 0x00, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
        0x42, 0x60, 0x82,
      ])
  }
}
