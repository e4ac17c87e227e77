import Foundation
import TestSupport
import Testing

@Suite("Photos in folders", .fewAtOnce)
struct FolderTests {
  private let home: Home
  private let folder: URL

  init() throws {
    home = try Home()
    folder = home.folder.url.appending(path: "Pictures")
    let samples = try FileManager.default.contentsOfDirectory(
      at: Repository.url("assets/sample/pictures"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    for number in 0..<12 {
      var file = CameraFile(
        taken: "2024:05:\(10 + number) 18:03:09", artist: number < 8 ? "Ann Bloom" : nil, comment: "\(number)"
      )
      file.base = [UInt8](try Data(contentsOf: samples[number]))
      try write("trip \(number % 2)/DSC\(100 + number).JPG", file)
    }
    // A title that a terminal would obey.
    var hostile = CameraFile(taken: "2024:06:01 10:00:00", artist: "Zoë\u{1B}[31m", comment: "hostile")
    hostile.base = [UInt8](try Data(contentsOf: samples[12]))
    hostile.iptc = [(5, "x\u{1B}]0;owned\u{07}\u{202E}y")]
    try write("trip 1/-rf $(touch x) \"é\".jpg", hostile)
  }

  private func write(_ name: String, _ file: CameraFile) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: url)
  }

  @Test("A tilde stands for $HOME, as in shells")
  func tilde() async throws {
    let run = try await home.run("refresh", "--source", "folder:~/Pictures", "--library", "~/lib")
    #expect(run.status == 0, "\(run)")
    #expect(FileManager.default.fileExists(atPath: home.folder.path("lib/library.sqlite")))
  }

  @Test("A folder is opened by its path, and its photos are shown with their pictures")
  func opening() async throws {
    let session = try home.browse(
      "Pictures", size: .init(columns: 120, rows: 40), persona: Viewer.kitty.persona)
    try await session.wait(forFoot: "13 new photos")
    try await session.wait(forCursor: "DSC100", inPane: 1)
    #expect(session.screen.contains("Ann Bloom") && session.screen.contains("trip 1"))
    session.type("v")
    try await session.wait(until: "13 pictures or a full sheet") {
      $0.waiting == 0 && $0.pictures.count >= 8 && $0.pictures.allSatisfy { $0.image != nil }
    }
    session.press(.enter)
    try await session.wait(until: "the photo") { $0.pictures.count == 1 && $0.waiting == 0 }
    session.type("i")
    try await session.wait(for: "FUJIFILM X-T5")
    #expect(session.screen.contains("1/250 s · f/2.8 · ISO 400 · 35 mm"))
    #expect(session.screen.contains("trip 0/DSC100.JPG"))
    session.press(.ctrl("c"))
    #expect(session.model.title != "owned")
    try await session.leave()
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("x")))
    // The library is the same as by the command, and nothing in the folder was changed or added.
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).count == 15)
    let photos = try await home.run("photos", "--search", "owned", "--json")
    #expect(!photos.output.contains("\u{1B}") && photos.output.contains("\"photographer\":"))
    try await home.run("check").expectSuccess()
  }

  @Test("A folder that is opened again shows the photo at which it was left, also from a list of all photos")
  func reopening() async throws {
    var session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forFoot: "13 new photos")
    try await session.wait(forCursor: "DSC100", inPane: 1)
    session.type("5j")
    try await session.wait(forCursor: "DSC105", inPane: 1)
    try await session.leave()
    session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forCursor: "DSC105", inPane: 1)
    session.type("aj")
    try await session.wait(forCursor: "DSC106", inPane: 1)
    try await session.leave()
    session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forCursor: "DSC106", inPane: 1)
    try await session.leave()
    session = try home.browse("--fresh", "Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forCursor: "DSC100", inPane: 1)
    try await session.leave()
  }

  @Test("Each file that cannot be read is in the list of messages with its reason")
  func unreadable() async throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      try Data("no picture".utf8).write(to: folder.appending(path: name))
    }
    let session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forFoot: "cannot read 3 files (a.jpg, b.jpg, …)")
    session.type("!")
    try await session.wait(for: "Messages")
    // Long paths are wrapped.
    let text = session.screen.text.filter { !$0.isWhitespace && $0 != "│" }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { #expect(text.contains("/Pictures/\(name):")) }
    session.press(.ctrl("c"))
    try await session.leave()
  }

  @Test("A folder with files of each kind shows all of them, in sheets and alone")
  func formats() async throws {
    let names = [
      "plain.jpg", "plain.png", "animated.gif", "transparent.webp", "lossy.webp", "animated.webp",
      "plain.heic",
      "plain.avif", "plain.dng",
    ]
    try copyKinds(names)
    let session = try home.browse(
      "Kinds", size: .init(columns: 120, rows: 40), persona: Viewer.kitty.persona)
    try await session.wait(until: "all photos") {
      $0.panes.count > 1 && $0.panes[1].bottom.contains("/\(names.count)")
    }
    session.type("v")
    try await session.wait(until: "all pictures") {
      $0.waiting == 0 && $0.pictures.count == names.count && $0.pictures.allSatisfy { $0.image != nil }
    }
    session.press(.enter)
    for _ in names {
      try await session.wait(until: "the photo") { $0.pictures.count == 1 && $0.waiting == 0 }
      session.type("n")
    }
    try await session.leave()
  }

  @Test("An animated GIF moves where it is seen alone, pauses, goes on, and ends with the next photo")
  func animation() async throws {
    try copyKinds(["animated.gif", "plain.jpg"])
    let session = try home.browse(
      "Kinds", size: .init(columns: 120, rows: 40), persona: Viewer.kitty.persona)
    try await session.wait(forCursor: "animated", inPane: 1)
    session.press(.enter)
    func frames(_ count: Int) async throws {
      var seen: Set<String> = []
      try await session.wait(until: "\(count) frames") {
        seen.formUnion($0.pictures.map { "\($0)" })
        return seen.count >= count
      }
    }
    try await frames(3)
    try await session.type("a", andWaitFor: "animation paused")
    session.type("a")
    try await session.wait(until: "no pause") { !$0.contains("animation paused") }
    try await frames(3)
    session.type("n")
    try await session.wait(until: "the next photo") { $0.contains("plain") && $0.waiting == 0 }
    try await session.type("a", andWaitForFoot: "This picture is not animated")
    try await session.leave()
  }

  @Test("Without animation in the configuration, an animated GIF is a still picture")
  func stillAnimation() async throws {
    try copyKinds(["animated.gif"])
    try home.configure("animation = false")
    let session = try home.browse(
      "Kinds", size: .init(columns: 120, rows: 40), persona: Viewer.kitty.persona)
    try await session.wait(forCursor: "animated", inPane: 1)
    session.press(.enter)
    try await session.wait(until: "the photo") { $0.pictures.count == 1 && $0.waiting == 0 }
    try await session.type("a", andWaitForFoot: "Animations are off")
    try await session.leave()
  }

  /// Makes a folder of test pictures.
  private func copyKinds(_ names: [String]) throws {
    let kinds = home.folder.url.appending(path: "Kinds")
    try FileManager.default.createDirectory(at: kinds, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.copyItem(
        at: Repository.url("Tests/PicturesTests/Pictures/" + name), to: kinds.appending(path: name))
    }
  }

  @Test("The command reads a folder, and a second time finds nothing new")
  func command() async throws {
    let source = "folder:" + folder.path
    let first = try await home.run("refresh", "--source", source)
    #expect(
      first.output
        == "13 new photos, 0 changed, 0 unchanged; the library has 13 photos; the whole folder was read\n"
    )
    let photos = try await home.run("photos", "--json").output
    let second = try await home.run("refresh", "--source", source)
    #expect(
      second.output
        == "Nothing new; the library has 13 photos (13 unchanged); the whole folder was read\n")
    #expect(try await home.run("photos", "--json").output == photos)
    // A relative path is the same folder.
    #expect(try await home.run("refresh", "--source", "folder:Pictures/../Pictures/").output == second.output)
  }

  @Test("The JSON of photos has the paths of their files and the settings of the camera")
  func photosAsJSON() async throws {
    struct Shot: Decodable { let camera, lens, exposure: String?, aperture: Double?, iso: Int? }
    struct Photo: Decodable { let id, title: String, path: String?, shot: Shot?, file: String? }
    try await home.run("refresh", "--source", "folder:" + folder.path).expectSuccess()
    let photos = try await home.run("photos", "--json").json([Photo].self)
    let photo = try #require(photos.first { $0.title == "DSC100" })
    let path = folder.appending(path: "trip 0/DSC100.JPG").resolvingSymlinksInPath().path
    #expect(photo.path == path && photos.allSatisfy { $0.path != nil && $0.file == nil })
    #expect(photo.shot?.camera == "FUJIFILM X-T5" && photo.shot?.lens == "XF35mmF2")
    #expect(photo.shot?.exposure == "1/250" && photo.shot?.aperture == 2.8 && photo.shot?.iso == 400)
    #expect(try await home.run("show", photo.id, "--json").json(Photo.self).file == path)
    try FileManager.default.removeItem(atPath: path)
    let gone = try await home.run("show", photo.id, "--json").json(Photo.self)
    #expect(gone.file == nil && gone.path == path)
  }

  @Test("The command reports as JSON what is missing, unreadable sidecars, and other kinds of files")
  func figures() async throws {
    let command = ["refresh", "--json", "--source", "folder:" + folder.path]
    try await home.run(command).expectSuccess()
    try FileManager.default.removeItem(at: folder.appending(path: "trip 0/DSC100.JPG"))
    try Data("<x:xmpmeta".utf8).write(to: folder.appending(path: "trip 0/DSC102.JPG.xmp"))
    try Data([1]).write(to: folder.appending(path: "other.CRW"))
    let run = try await home.run(command)
    #expect(run.status == 0 && run.errors.contains("DSC102.JPG.xmp"))
    let (numbers, words) = try run.figures()
    #expect(numbers["missing"] == 1 && numbers["unreadable"] == 0 && numbers["unreadableSidecars"] == 1)
    #expect(words == ["end": "folder"] && run.output.contains(#""otherKinds":{"crw":1}"#))
  }

  @Test("d takes a photo from the library and not from the folder; u restores it; a missing file is gone")
  func deleting() async throws {
    try await home.run("refresh", "--source", "folder:" + folder.path).expectSuccess()
    let session = try home.browse(folder.path, size: .init(columns: 120, rows: 30))
    try await session.wait(forFoot: "Up to date")
    try await session.wait(forCursor: "DSC100", inPane: 1)
    session.type("d")
    try await session.wait(forCursor: "DSC101", inPane: 1)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "trip 0/DSC100.JPG").path))
    try FileManager.default.removeItem(at: folder.appending(path: "trip 1/DSC101.JPG"))
    try await session.type("r", andWaitForFoot: "1 missing file")
    session.type("u")
    try await session.wait(forCursor: "DSC100", inPane: 1)
    session.type("Sgone\r")
    try await session.wait(forCursor: "DSC101", inPane: 1)
    try await session.leave()
  }

  @Test("B lists the folders with their photos, and a part of a path finds photos")
  func folders() async throws {
    var file = CameraFile(taken: "2024:07:01 10:00:00", artist: "Ann Bloom", comment: "new")
    file.base = CameraFile().bytes
    try write("2024/07 Hamburg/AAA1.jpg", file)
    let session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forFoot: "14 new photos")
    try await session.type(":browse folders\r", andWaitFor: "─ Folders ─")
    try await session.wait(forCursor: "2024/07 Hamburg", inPane: 0)
    try await session.wait(forCursor: "AAA1", inPane: 1)
    session.type("j")
    try await session.wait(forCursor: "trip 0", inPane: 0)
    try await session.wait(until: "the photos of the folder") {
      $0.panes[1].bottom.contains("/6") && $0.contains("─ trip 0 ─")
    }
    try await session.type("la", andWaitFor: "─ All photos ─")
    try await session.type("f", andWaitForFoot: "Filter")
    session.type("folder:hamburg\r")
    try await session.wait(until: "the photo in the folder") { $0.panes[1].bottom.contains("1/1") }
    try await session.wait(forCursor: "AAA1", inPane: 1)
    try await session.leave()
  }

  @Test("Files that come, move and go while the browser runs are followed")
  func following() async throws {
    let session = try home.browse("Pictures", size: .init(columns: 120, rows: 40))
    try await session.wait(forFoot: "13 new photos")
    try await session.wait(forCursor: "DSC100", inPane: 1)
    var file = CameraFile(taken: "2024:07:01 10:00:00", artist: "Ann Bloom", comment: "new")
    file.base = CameraFile().bytes
    // In a folder that is new as well, and a moment later in a folder of that.
    try write("new/AAA1.jpg", file)
    try await session.wait(for: "AAA1")
    file.comment = "newer"
    try write("new/below/AAA2.jpg", file)
    try await session.wait(for: "AAA2")
    try FileManager.default.moveItem(at: folder.appending(path: "new"), to: folder.appending(path: "old"))
    try FileManager.default.moveItem(
      at: folder.appending(path: "old/AAA1.jpg"), to: folder.appending(path: "trip 0/AAA3.jpg"))
    try await session.wait(until: "another name") { $0.contains("AAA3") && !$0.contains("AAA1") }
    try FileManager.default.removeItem(at: folder.appending(path: "old/below/AAA2.jpg"))
    try await session.wait(forFoot: "1 missing file")
    try await session.leave()
  }

  @Test(
    "What cannot be opened is said in a sentence before anything is drawn",
    arguments: [
      (["no/such"], "There is no folder no/such."),
      (
        ["Pictures/trip 0/DSC100.JPG"],
        "is neither a folder nor a zip file of an account download; open its folder “Pictures/trip 0” instead."
      ),
      (
        ["refresh", "--source", "folder:/no/such"],
        "The folder /no/such cannot be read: it does not exist; nothing added"
      ),
      (["refresh", "--source", "folder:"], "The source “folder:” is incomplete; use folder:DIR."),
    ])
  func errors(arguments: [String], message: String) async throws {
    let run = try await home.run(arguments)
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("A word that is no folder is still an unknown command")
  func unknown() async throws {
    let run = try await home.run("Pictues")
    #expect(run.status == 64 && run.errors.hasPrefix("Error: There is no command “Pictues”."))
  }

  @Sendable private static func mayMount() async throws -> Bool {
    let probe = try await FinishedProgram(
      "/usr/bin/env", arguments: ["unshare", "--map-root-user", "--mount", "true"])
    return probe.status == 0
  }

  @Test(
    "A disk that is not mounted takes no photo with it, and its files can move to where it was",
    .enabled("A file system is mounted", mayMount))
  func disks() async throws {
    let home = try Home.withPictures()
    let file = CameraFile(taken: "2024:05:20 18:03:09", artist: "Ann", comment: "pier")
    try Data(file.bytes).write(to: home.folder.url.appending(path: "pier.jpg"))
    let run = try await home.shell(
      """
      mkdir disk Pictures/disk && unshare --map-root-user --mount /bin/sh -c '
        refresh() { "$P" refresh --source folder:~/Pictures; }
        mount -t tmpfs tmpfs disk && mv pier.jpg disk && mount --bind disk Pictures/disk || exit 9
        refresh
        umount Pictures/disk && refresh
        mount --bind disk Pictures/disk && refresh
        umount Pictures/disk && cp disk/pier.jpg Pictures/disk && refresh
        rm Pictures/disk/pier.jpg && refresh'
      """)
    #expect(run.status == 0 && run.lines.count == 5, "\(run)")
    let found = [
      "4 new photos", "3 unchanged, 1 skipped because unreadable", "4 unchanged", "", "1 missing file",
    ]
    for (line, text) in zip(run.lines, found) {
      #expect(text.isEmpty || line.contains(text), "\(line)")
      #expect(line.contains("missing") == (text == "1 missing file"), "\(line)")
    }
    let disk = home.folder.path("Pictures/disk")
    let sentence = "Cannot read \(disk): its disk is not mounted, and nothing in it was marked as missing.\n"
    #expect(run.errors.hasSuffix(sentence) && run.errors.components(separatedBy: sentence).count == 2)
  }
}
