import Flickr
import Foundation
import Glibc
import TestSupport
import Testing

@testable import PictureFetching

@Suite("The cache of pictures", .timeLimit(.minutes(10)))
struct PictureCacheTests {
  let folder: TemporaryFolder
  let cache: PictureCache
  private static let picture = LoopbackPictures.bytes(of: "11", "s")

  init() throws {
    folder = try TemporaryFolder()
    cache = PictureCache(folder: folder.url.appendingPathComponent("made/pictures"))
  }

  private func path(_ id: String, _ rendition: Rendition? = nil) -> String {
    cache.path(PictureName(of: id, rendition ?? Rendition(id)).path)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// All files below the cache's folder, without its own notes.
  private func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: cache.folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains("/") }.sorted()
  }

  /// Sets how many seconds ago a file was used and written.
  private func setAge(_ path: String, used: Int, written: Int) {
    let now = time(nil)
    let times = [timespec(tv_sec: now - used, tv_nsec: 0), timespec(tv_sec: now - written, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test("gives back what it was given, in files for the user alone")
  func store() async throws {
    #expect(cache.read("11", Rendition("11")) == nil)
    try cache.store(Self.picture, of: "11", Rendition("11"))
    #expect(cache.read("11", Rendition("11")) == Self.picture)
    #expect(try permissions(path("11")) == 0o600)
    #expect(try permissions(cache.folder.path) == 0o700)
    #expect(try permissions(URL(fileURLWithPath: path("11")).deletingLastPathComponent().path) == 0o700)
    // The first picture has the cache counted in the background, which holds the lock of the number.
    await cache.tidied()
    #expect(cache.size == Self.picture.count)
    #expect(files().count == 1)
  }

  @Test("The cache distinguishes photos, sizes and replaced pictures, but not the names of the host")
  func identity() throws {
    let rendition = Rendition(suffix: "s", url: "https://live.staticflickr.com/1/11_a_m.jpg")
    let others = [
      ("12", rendition), ("11", Rendition(suffix: "n", url: rendition.url)),
      ("11", Rendition(suffix: "s", url: "https://live.staticflickr.com/1/11_b_m.jpg")),
    ]
    try cache.store(Self.picture, of: "11", rendition)
    for (id, other) in others { #expect(cache.read(id, other) == nil) }
    #expect(
      cache.read("11", Rendition(suffix: "s", url: "http://farm1.static.flickr.com/1/11_a_m.jpg")) != nil)
  }

  @Test(
    "keeps any id and suffix within its folder",
    arguments: [
      "", ".", "..", "../../../escaped", "/etc/passwd", "a/b", "a\0b", "a_b", "=", " ", "\u{1F30A}", "-rf",
      "%2e%2e",
      String(repeating: "9", count: 5_000), "\n",
    ])
  func hostile(text: String) throws {
    let renditions = [Rendition(suffix: text, url: text), Rendition(suffix: "s", url: text)]
    for (index, rendition) in renditions.enumerated() {
      let bytes = LoopbackJPEG.bytes(width: 8 + index, height: 8)
      try cache.store(bytes, of: text, rendition)
      #expect(cache.read(text, rendition) == bytes)
    }
    #expect(files().count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["made"])
    cache.forget(text)
    #expect(files().isEmpty)
  }

  @Test("forgets the pictures of one photo, or one of them")
  func forget() async throws {
    try cache.store(Self.picture, of: "2", Rendition("2"))
    await cache.tidied()
    for (id, suffix) in [("1", "s"), ("1", "n"), ("11", "s")] {
      try cache.store(Self.picture, of: id, Rendition(id, suffix))
    }
    cache.forget("1", Rendition("1", "n"))
    #expect(cache.read("1", Rendition("1", "n")) == nil)
    #expect(cache.read("1", Rendition("1", "s")) != nil)
    cache.forget("1")
    cache.forget("absent")
    #expect(cache.read("1", Rendition("1", "s")) == nil)
    #expect(cache.read("11", Rendition("11")) != nil)
    #expect(cache.read("2", Rendition("2")) != nil)
    #expect(cache.size == 2 * Self.picture.count)
  }

  enum Damage: String, CaseIterable {
    case empty, short, text, folder, link, pipe, hollow
  }

  @Test("The cache ignores damaged files and files of other programs", arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    try cache.store(Self.picture, of: "11", Rendition("11"))
    let path = path("11")
    let precious = folder.path("precious")
    try Data(Self.picture).write(to: URL(fileURLWithPath: precious))
    switch damage {
    case .empty: try Data().write(to: URL(fileURLWithPath: path))
    case .short: try Data(Self.picture.prefix(20)).write(to: URL(fileURLWithPath: path))
    case .text: try Data("<html>Welcome to the network</html>".utf8).write(to: URL(fileURLWithPath: path))
    case .folder:
      unlink(path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .link:
      unlink(path)
      #expect(symlink(precious, path) == 0)
    case .pipe:
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
    case .hollow: #expect(truncate(path, off_t(PictureCache.largestPicture) + 1) == 0)
    }
    #expect(cache.read("11", Rendition("11")) == nil)
    #expect(FileManager.default.fileExists(atPath: precious))
    if damage != .folder {
      try cache.store(Self.picture, of: "11", Rendition("11"))
      #expect(cache.read("11", Rendition("11")) == Self.picture)
    } else {
      #expect(throws: PictureCacheError.self) { try cache.store(Self.picture, of: "11", Rendition("11")) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: precious)) == Data(Self.picture))
  }

  @Test("has nothing that is older than its limit, however often it was used")
  func age() async throws {
    for id in ["1", "2", "3"] { try cache.store(Self.picture, of: id, Rendition(id)) }
    setAge(path("1"), used: 0, written: 31 * 86_400)
    setAge(path("2"), used: 0, written: 31 * 86_400)
    setAge(path("3"), used: 29 * 86_400, written: 29 * 86_400)
    #expect(cache.read("1", Rendition("1")) == nil)
    #expect(cache.read("3", Rendition("3")) != nil)
    cache.tidy()
    await cache.tidied()
    #expect(await cache.check() == PictureCacheCheck(pictures: 1, bytes: Self.picture.count))
    #expect(cache.size == Self.picture.count)
  }

  @Test("notes that a file was used, once an hour")
  func use() throws {
    func used() throws -> Double { CacheFileStatus.age(try #require(CacheFileStatus(path: path("1"))).used) }
    try cache.store(Self.picture, of: "1", Rendition("1"))
    setAge(path("1"), used: 3_500, written: 10_000)
    _ = cache.read("1", Rendition("1"))
    // The system itself may note an access that is later than the last change.
    #expect(try used() < 3_700)
    setAge(path("1"), used: 7_200, written: 7_100)
    _ = cache.read("1", Rendition("1"))
    #expect(try used() < 100)
    #expect(CacheFileStatus.age(try #require(CacheFileStatus(path: path("1"))).written) > 7_000)
  }

  @Test("lets go of what was not used for longest when there is too much")
  func trim() async throws {
    let small = PictureCache(folder: cache.folder, sizeLimit: 10 * Self.picture.count)
    for number in 1...10 {
      try small.store(Self.picture, of: "\(number)", Rendition("\(number)"))
      setAge(path("\(number)"), used: 100 * ((number * 7) % 11), written: 5_000)
    }
    #expect(await small.check().pictures == 10)
    // What comes in while the cache is counted for the first time is counted twice, until the next time.
    await small.tidied()
    try small.store(Self.picture, of: "11", Rendition("11"))
    await small.tidied()
    // Nine fit into nine tenths; the two used longest ago were the ones with the rests 10 and 9.
    #expect(await small.check().pictures == 9)
    #expect(small.size == 9 * Self.picture.count)
    let gone = (1...11).filter { small.read("\($0)", Rendition("\($0)")) == nil }
    #expect(gone == [3, 6])
  }

  @Test("does not keep what would leave no room for anything else")
  func tooLarge() async throws {
    let small = PictureCache(folder: cache.folder, sizeLimit: 2 * Self.picture.count)
    try small.store(Self.picture, of: "1", Rendition("1"))
    #expect(small.read("1", Rendition("1")) == nil)
    #expect(small.size == 0)
  }

  @Test("clears away what others left unfinished, and leaves alone what is not its own")
  func leftovers() async throws {
    try cache.store(Self.picture, of: "1", Rendition("1"))
    // A first picture has the folder tidied, which would count no file of this test.
    await cache.tidied()
    let (old, new) = (path("1") + ".0123.part", path("1") + ".4567.part")
    let inner = URL(fileURLWithPath: path("1")).deletingLastPathComponent()
    let foreign = [
      cache.folder.path + "/notes.txt", inner.path + "/notes.txt", inner.path + "/a.picture",
      inner.path + "/a.part",
      inner.path + "/1_s_0123456789abcdeg.picture", cache.folder.path + "/zz",
    ]
    for file in [old, new] + foreign { try Data(Self.picture).write(to: URL(fileURLWithPath: file)) }
    for file in [old] + foreign { setAge(file, used: 90 * 86_400, written: 90 * 86_400) }
    #expect(
      await cache.check()
        == PictureCacheCheck(pictures: 1, bytes: Self.picture.count, leftovers: 2, foreign: 6))
    let tiny = PictureCache(folder: cache.folder, sizeLimit: 10)
    tiny.tidy()
    await tiny.tidied()
    let check = await cache.check()
    #expect(check == PictureCacheCheck(pictures: 0, bytes: 0, leftovers: 1, foreign: 6))
    #expect(check.report.count == 3)
    #expect(FileManager.default.fileExists(atPath: new) && !FileManager.default.fileExists(atPath: old))
  }

  @Test(
    "The cache counts again when its count is damaged or gone",
    arguments: ["", "many\n", "-5\n", "99999999999999999999\n", "9223372036854775807\n", nil])
  func count(text: String?) async throws {
    for number in 1...5 { try cache.store(Self.picture, of: "\(number)", Rendition("\(number)")) }
    await cache.tidied()
    let file = cache.folder.appendingPathComponent(".size")
    if let text { try Data(text.utf8).write(to: file) } else { unlink(file.path) }
    try cache.store(Self.picture, of: "6", Rendition("6"))
    await cache.tidied()
    #expect(cache.size == 6 * Self.picture.count)
  }

  @Test("The cache counts again when its count is gone and a picture was removed since")
  func countAfterRemoval() async throws {
    for number in 1...5 { try cache.store(Self.picture, of: "\(number)", Rendition("\(number)")) }
    await cache.tidied()
    try Data().write(to: cache.folder.appendingPathComponent(".size"))
    cache.forget("1")
    try cache.store(Self.picture, of: "6", Rendition("6"))
    await cache.tidied()
    #expect(cache.size == 5 * Self.picture.count)
  }

  @Test(
    "A picture that was removed before another process counted the cache is not subtracted from the count")
  func removalBeforeCount() async throws {
    for number in 1...5 { try cache.store(Self.picture, of: "\(number)", Rendition("\(number)")) }
    await cache.tidied()
    try Data().write(to: cache.folder.appendingPathComponent(".size"))
    let (first, second) = (PictureCache(folder: cache.folder), PictureCache(folder: cache.folder))
    first.forget("1")
    try second.store(Self.picture, of: "6", Rendition("6"))
    await second.tidied()
    #expect(second.size == 5 * Self.picture.count)
    try first.store(Self.picture, of: "7", Rendition("7"))
    #expect(first.size == 6 * Self.picture.count)
  }

  @Test("The cache continues when another program removes its folder")
  func removed() async throws {
    try cache.store(Self.picture, of: "1", Rendition("1"))
    await cache.tidied()
    try FileManager.default.removeItem(at: cache.folder)
    #expect(cache.read("1", Rendition("1")) == nil)
    try cache.store(Self.picture, of: "1", Rendition("1"))
    #expect(cache.read("1", Rendition("1")) == Self.picture)
  }

  @Test("says in a sentence why it keeps nothing", arguments: ["file/pictures", "file", "/proc/pictures"])
  func unwritable(place: String) throws {
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let path = place.hasPrefix("/") ? place : folder.path(place)
    let cache = PictureCache(folder: URL(fileURLWithPath: path))
    let error = try #require(throws: PictureCacheError.self) {
      try cache.store(Self.picture, of: "1", Rendition("1"))
    }
    #expect(error.description.contains(path) && error.description.hasSuffix("."))
    #expect(cache.read("1", Rendition("1")) == nil)
    #expect(cache.size == 0)
    cache.forget("1")
    cache.tidy()
  }
}
