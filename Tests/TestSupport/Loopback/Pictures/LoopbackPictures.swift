internal import Synchronization

/// A picture server on 127.0.0.1 with Flickr's URLs.
///
/// It serves every picture of every photo as a valid JPEG in the size of its suffix, unless a test sets other
/// responses.
public final class LoopbackPictures: Sendable {
  /// A picture of a photo, as it is listed in responses.
  public struct Rendition: Hashable, Sendable {
    /// The suffix in the names of response members: `sq t s q n m z c l`.
    public let suffix: String
    /// The URL of the picture.
    public let url: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
  }

  /// The server, which records requests and releases stalled responses.
  public let server: LoopbackFlickr
  private struct Script {
    var answers: [String: [LoopbackAnswer]] = [:]
    var handler: (@Sendable (LoopbackRequest) -> LoopbackAnswer?)?
    var frame: @Sendable (String) -> PictureFrame? = { _ in standardFrame }
  }

  private let script = Mutex(Script())
  /// The default size of originals, with an aspect ratio of 3:2.
  private static let standardFrame = PictureFrame(width: 6_144, height: 4_096)

  /// The suffix in responses, the suffix in URLs, and the longer side.
  public static let sizes: [(suffix: String, ending: String, side: Int)] = [
    ("sq", "_s", 75), ("t", "_t", 100), ("q", "_q", 150), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500),
    ("z", "_z", 640), ("c", "_c", 800), ("l", "_b", 1024),
  ]

  /// Starts a server on the port, or on a free one if it is 0; with an identity, it uses TLS.
  public init(port: Int = 0, tls identity: LoopbackIdentity? = nil) throws {
    server = try LoopbackFlickr(port: port, tls: identity)
    server.serve { [weak self] request in self?.answer(to: request) }
  }

  /// Sets a handler that responds to requests first; if it returns `nil`, the request is processed further.
  func serve(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer?) {
    script.withLock { $0.handler = answer }
  }

  /// Sets a function that returns the sizes of originals, and `nil` for deleted photos.
  func frames(_ frame: @escaping @Sendable (String) -> PictureFrame?) {
    script.withLock { $0.frame = frame }
  }

  /// The URL of the server, without a trailing slash.
  public var url: String { server.url }

  /// Sets the responses to requests for any picture of a photo, one after the other; the last one is
  /// repeated.
  public func answer(_ id: String, _ answers: LoopbackAnswer...) {
    answer(id, answers)
  }

  /// Sets the responses to requests for any picture of a photo, one after the other; the last one is
  /// repeated.
  public func answer(_ id: String, _ answers: [LoopbackAnswer]) {
    script.withLock { $0.answers[id] = answers }
  }

  /// Restores the pictures of a photo as the responses to requests.
  public func restore(_ id: String) {
    script.withLock { $0.answers[id] = nil }
  }

  /// Returns the pictures of a photo in some sizes, all with an aspect ratio of 3:2.
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

  /// Returns the bytes that the server sends for a picture.
  public static func bytes(of id: String, _ suffix: String) -> [UInt8] {
    guard let size = sizes.first(where: { $0.suffix == suffix }) else { return [] }
    let (width, height) = pixels(size)
    return LoopbackJPEG.bytes(width: width, height: height, seed: seed(of: id))
  }

  /// The IDs and suffixes of the requested pictures, in order: `11 s`.
  public var asked: [String] {
    server.requests.compactMap { Self.parse($0.path) }.map { "\($0.id) \($0.suffix)" }
  }

  /// Returns the seed of a photo's pictures.
  public static func seed(of id: String) -> Int { id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000 } }

  private static func pixels(_ size: (suffix: String, ending: String, side: Int)) -> (Int, Int) {
    let isSquare = size.suffix == "sq" || size.suffix == "q"
    return (size.side, isSquare ? size.side : (size.side * 2 + 1) / 3)
  }

  /// Returns the response to a request, as the server would send it.
  public func answer(to request: LoopbackRequest) -> LoopbackAnswer {
    if let answer = script.withLock(\.handler)?(request) { return answer }
    let scripted = Self.parse(request.path).flatMap { name in
      script.withLock { script -> LoopbackAnswer? in
        let first = script.answers[name.id]?.first
        if script.answers[name.id]?.count ?? 0 > 1 { script.answers[name.id]?.removeFirst() }
        return first
      }
    }
    return scripted ?? picture(request)
  }

  /// Returns the requested picture, or the response for a deleted one; 404 if the URL is not that of a
  /// picture.
  func picture(_ request: LoopbackRequest) -> LoopbackAnswer {
    if request.path == "/pw/images/en-us/photo_unavailable.png" { return .png }
    if request.path.hasPrefix("/video/") {
      return LoopbackAnswer(headers: [("Content-Type", "video/mp4")], body: [0])
    }
    guard let name = Self.parse(request.path),
      let size = PictureSize.all.first(where: { $0.extra == name.suffix })
    else { return LoopbackAnswer(status: 404, headers: [("Content-Type", "text/html; charset=utf-8")]) }
    guard let frame = script.withLock(\.frame)(name.id) else { return .pictureUnavailable }
    let tag = "\"\(name.id)\(name.suffix).1\""
    if request.headers["if-none-match"] == tag {
      return LoopbackAnswer(status: 304, headers: [("ETag", tag)])
    }
    guard let pixels = size.pixels(of: frame) else { return LoopbackAnswer(status: 404) }
    let isPNG = request.path.hasSuffix(".png")
    var answer = isPNG ? LoopbackAnswer.png(pixels) : .jpeg(Self.jpeg(of: name.id, pixels))
    answer.headers += [
      ("ETag", tag), ("Last-Modified", "Fri, 08 Mar 2024 15:54:33 GMT"), ("imagewidth", String(pixels.width)),
      ("imageheight", String(pixels.height)),
    ]
    return answer
  }

  private static func jpeg(of id: String, _ pixels: PictureFrame) -> [UInt8] {
    LoopbackJPEG.bytes(width: pixels.width, height: pixels.height, seed: seed(of: id))
  }

  /// Parses `/SERVER/ID_SECRET_SUFFIX.jpg`; an additional `_d` requests the same picture.
  private static func parse(_ path: String) -> (id: String, suffix: String)? {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    var parts = name[..<dot].split(separator: "_")
    if parts.last == "d" { parts.removeLast() }
    guard parts.count == 2 || parts.count == 3,
      let size = PictureSize.all.first(where: { $0.ending.dropFirst() == (parts.count > 2 ? parts[2] : "") }),
      name[dot...] == ".jpg" || size.side == 0 && name[dot...] == ".png"
    else { return nil }
    return (String(parts[0]), size.extra)
  }
}

extension LoopbackAnswer {
  /// Returns a response with a picture.
  public static func jpeg(_ bytes: [UInt8]) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "public, max-age=31536000")], body: bytes)
  }

  /// Returns the response of a rate limiter: HTML, optionally with `Retry-After`.
  public static func tooMany(retryAfter: Int? = nil) -> LoopbackAnswer {
    var answer = html(status: 429, "Too Many Requests")
    if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
    return answer
  }

  /// The redirect with which Flickr responds to a request for a deleted picture.
  public static var pictureUnavailable: LoopbackAnswer {
    redirect(to: "/pw/images/en-us/photo_unavailable.png")
  }

  /// Returns a gray PNG of a size.
  static func png(_ pixels: PictureFrame) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", "image/png")],
      body: LoopbackPNG.bytes(width: pixels.width, height: pixels.height))
  }

  /// A response with a PNG of one pixel.
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
