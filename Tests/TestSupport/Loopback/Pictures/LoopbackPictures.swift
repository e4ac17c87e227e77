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
  private struct Script {
    var answers: [String: [LoopbackAnswer]] = [:]
    var handler: (@Sendable (LoopbackRequest) -> LoopbackAnswer?)?
    var frame: @Sendable (String) -> PictureFrame? = { _ in standardFrame }
  }

  private let script = Mutex(Script())
  /// All are as wide as three is to two, unless told otherwise.
  private static let standardFrame = PictureFrame(width: 6_144, height: 4_096)

  /// Suffix in answers, suffix in addresses, longer side.
  public static let sizes: [(suffix: String, ending: String, side: Int)] = [
    ("sq", "_s", 75), ("t", "_t", 100), ("q", "_q", 150), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500),
    ("z", "_z", 640), ("c", "_c", 800), ("l", "_b", 1024),
  ]

  /// Starts a host on the port, or on a free one when it is 0; with an identity it speaks TLS.
  public init(port: Int = 0, tls identity: LoopbackIdentity? = nil) throws {
    server = try LoopbackFlickr(port: port, tls: identity)
    server.serve { [weak self] request in self?.answer(to: request) }
  }

  /// Answers requests before anything else does; `nil` passes on.
  func serve(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer?) {
    script.withLock { $0.handler = answer }
  }

  /// How large the originals are; photos without a frame are gone.
  func frames(_ frame: @escaping @Sendable (String) -> PictureFrame?) {
    script.withLock { $0.frame = frame }
  }

  /// The host's address, without a slash at its end.
  public var url: String { server.url }

  /// Answers requests for any picture of a photo with these answers in turn; the last one stays.
  public func answer(_ id: String, _ answers: LoopbackAnswer...) {
    answer(id, answers)
  }

  /// Answers requests for any picture of a photo with these answers in turn; the last one stays.
  public func answer(_ id: String, _ answers: [LoopbackAnswer]) {
    script.withLock { $0.answers[id] = answers }
  }

  /// Answers requests for a photo with its pictures again.
  public func restore(_ id: String) {
    script.withLock { $0.answers[id] = nil }
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

  /// The answer to a request, as it would go over the line.
  public func answer(to request: LoopbackRequest) -> LoopbackAnswer {
    if let answer = script.withLock(\.handler)?(request) { return answer }
    let told = Self.parse(request.path).flatMap { name in
      script.withLock { script -> LoopbackAnswer? in
        let first = script.answers[name.id]?.first
        if script.answers[name.id]?.count ?? 0 > 1 { script.answers[name.id]?.removeFirst() }
        return first
      }
    }
    return told ?? picture(request)
  }

  /// The picture that is asked for, or that there is none any more; 404 when the address is no picture's.
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

  /// `/SERVER/ID_SECRET_SUFFIX.jpg`; a `_d` behind it asks for the same.
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

  /// A grey PNG of so many pixels.
  static func png(_ pixels: PictureFrame) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", "image/png")],
      body: LoopbackPNG.bytes(width: pixels.width, height: pixels.height))
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
