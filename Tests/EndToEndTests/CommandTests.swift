import Foundation
import TestSupport
import Testing

@Suite("Commands without a terminal", .fewAtOnce)
struct CommandTests {
  /// Photos whose order differs by title, upload, date taken and views.
  private static let four: [LoopbackPhoto] = [
    ("Alps", "Ann", 400, "2020-03-01 00:00:00", 7), ("Bay", "Bob", 100, "2020-04-01 00:00:00", 9),
    ("Cape", "Ann", 300, "2020-01-01 00:00:00", 8), ("Dike", "Bob", 200, "2020-02-01 00:00:00", 6),
  ].enumerated().map { index, values in
    var photo = LoopbackPhoto(index + 1, values.0, by: values.1)
    photo.uploaded = 1_700_000_000 + values.2
    photo.taken = values.3
    photo.views = values.4
    return photo
  }

  @Test("refresh reports in a sentence what came, and as JSON in one object")
  func refresh() async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    var changed = threePhotographers
    changed[0].title = "Anchors"
    changed.append(LoopbackPhoto(41, "Island", by: "Dee"))
    server.serve(pages: [
      FlickrAnswers.page(1, pages: 2, photos: threePhotographers),
      FlickrAnswers.page(2, pages: 2, photos: changed),
    ])
    let source = server.url + "/page-{page}.json"
    let first = try await home.run("refresh", "--source", source)
    first.expectSuccess()
    #expect(
      first.output
        == "8 new photos, 0 changed, 0 unchanged; the library has 8 photos (1 page, 1 request); stopped after the requested number of pages\n"
    )
    let second = try await home.run("refresh", "--json", "--source", source)
    second.expectSuccess()
    #expect(second.lines.count == 1)
    #expect(
      try second.figures().numbers == [
        "new": 1, "changed": 1, "unchanged": 7, "skipped": 0, "deleted": 0, "unreadable": 0,
        "unreadableSidecars": 0, "missing": 0, "pages": 1, "requests": 1, "photos": 9,
      ])
    #expect(try second.figures().words == ["end": "end"])
    let third = try await home.run("refresh", "--pages", "3", "--json", "--source", source)
    #expect(try third.figures().numbers["pages"] == 0)
    #expect(
      try await home.run("refresh", "--source", source).output
        == "Nothing new; the library has 9 photos (0 pages, 1 request); this source has no more photos\n")
  }

  @Test("The whole sample roll comes in with all its pages")
  func sampleRoll() async throws {
    let home = try Home()
    let run = try await home.run("refresh", "--pages", "10", "--json")
    run.expectSuccess()
    let summary = try run.figures().numbers
    #expect(summary["pages"] == 6)
    let photos = try #require(summary["photos"])
    #expect(photos >= 600)
    #expect(try await home.run("photos").lines.count == photos)
    let photographers = try await home.run("photographers").lines
    #expect(photographers.count >= 150)
    let counted = photographers.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
    #expect(counted.reduce(0, +) == photos)
    try await home.run("check").expectSuccess()
  }

  @Test("photos as JSON is an array of objects with all keys, null where nothing is known")
  func photosAsJSON() async throws {
    let home = try await Home(photos: Self.four)
    let run = try await home.run("photos", "--json", "--limit", "1")
    run.expectSuccess()
    let array = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let photo = try #require(array.first)
    #expect(array.count == 1)
    #expect(
      photo.keys.sorted() == [
        "flag", "id", "label", "latitude", "license", "longitude", "media", "ownerId", "page", "path",
        "photographer", "received", "shot", "sources", "stars", "subtitle", "tags", "taken", "title",
        "uploaded",
        "url", "views",
      ])
    let ann = LoopbackPhoto.ownerID(of: "Ann")
    #expect(photo["id"] as? String == "1" && photo["title"] as? String == "Alps")
    #expect(photo["photographer"] as? String == "Ann" && photo["ownerId"] as? String == ann)
    #expect(photo["uploaded"] as? String == "2023-11-14T22:20:00Z")
    #expect(photo["taken"] as? String == "2020-03-01 00:00:00")
    #expect(photo["url"] as? String == "https://live.staticflickr.com/65535/1_0a1b2c3d4e_b.jpg")
    #expect(photo["page"] as? String == "https://www.flickr.com/photos/\(ann)/1/")
    #expect(photo["tags"] as? [String] == ["one", "two"] && photo["views"] as? Int == 7)
    #expect(photo["license"] as? String == "4" && photo["subtitle"] as? String == "")
    #expect(photo["latitude"] is NSNull && photo["path"] is NSNull && photo["shot"] is NSNull)
    #expect((photo["sources"] as? [String])?.first?.hasPrefix("file:///") == true)
  }

  @Test("A long JSON array has all photos in their order")
  func longArray() async throws {
    struct Element: Decodable { let id: String }
    let numbers = 1_000..<2_234
    let home = try await Home(photos: numbers.map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    let run = try await home.run("photos", "--json")
    run.expectSuccess()
    let array = try JSONDecoder().decode([Element].self, from: Data(run.output.utf8))
    #expect(array.map(\.id) == numbers.map(String.init))
  }

  @Test("photographers are lines of name, id and count, and objects in JSON")
  func photographers() async throws {
    struct Photographer: Decodable, Equatable {
      let name: String
      let ownerId: String
      let photos: Int
    }
    let home = try await Home(photos: threePhotographers)
    let ids = ["Ann", "Bob", "Cid"].map(LoopbackPhoto.ownerID)
    #expect(
      try await home.run("photographers").lines == [
        "Ann\t\(ids[0])\t4", "Bob\t\(ids[1])\t1", "Cid\t\(ids[2])\t3",
      ])
    let run = try await home.run("photographers", "--json")
    run.expectSuccess()
    #expect(
      try run.json([Photographer].self) == [
        .init(name: "Ann", ownerId: ids[0], photos: 4), .init(name: "Bob", ownerId: ids[1], photos: 1),
        .init(name: "Cid", ownerId: ids[2], photos: 3),
      ])
  }

  @Test(
    "photos are narrowed, sorted and limited",
    arguments: [
      ([], "Alps Bay Cape Dike"), (["--sort", "title"], "Alps Bay Cape Dike"),
      (["--sort", "uploaded"], "Alps Cape Dike Bay"), (["--sort", "taken"], "Bay Alps Dike Cape"),
      (["--sort", "views"], "Bay Cape Alps Dike"), (["--limit", "2"], "Alps Bay"), (["--limit", "0"], ""),
      (["--by", "Ann"], "Alps Cape"), (["--by", "bob", "--sort", "views", "--limit", "1"], "Bay"),
      (["--by", LoopbackPhoto.ownerID(of: "Bob")], "Bay Dike"), (["--search", "ap"], "Cape"),
      (["--search", "two"], "Alps Bay Cape Dike"), (["by:bob"], "Bay Dike"),
      (["two", "-by:bob"], "Alps Cape"),
      (["-by:bob", "--search", "ap", "--sort", "title"], "Cape"), (["by:bob", "--", "bay"], "Bay"),
    ] as [([String], String)])
  func choosing(arguments: [String], titles: String) async throws {
    let home = try await Home(photos: Self.four)
    let run = try await home.run(["photos"] + arguments)
    run.expectSuccess()
    #expect(run.lines.map { $0.split(separator: "\t")[1] }.joined(separator: " ") == titles)
    let json = try await home.run(["photos", "--json"] + arguments)
    struct Titled: Decodable { let title: String }
    #expect(try json.json([Titled].self).map(\.title).joined(separator: " ") == titles)
  }

  @Test(
    "A photographer that is not there, or a text that no photo contains, is an error",
    arguments: [
      (["--by", "Nemo"], "There is no photographer “Nemo” in the library."),
      (["--by", "Nemo", "--search", "two"], "There is no photographer “Nemo” in the library."),
      (["--search", "AP"], "No photo contains “AP”."), (["--search", "%"], "No photo contains “%”."),
      (["--by", "bob", "--search", "ap"], "No photo by “bob” contains “ap”."),
      (["by:bob", "ap"], "No photo matches “by:bob ap”."),
      (
        ["yaer:2024", "--star", "1"],
        "No photo matches “yaer:2024” and the other options; there is no facet “yaer”."
      ),
      (
        ["--search", "by:bob"],
        "No photo contains “by:bob”; --search looks for texts alone: leave it out for facets."
      ),
      (["year:no"], "“no” does not fit year:"),
    ])
  func nothingFound(arguments: [String], sentence: String) async throws {
    let home = try await Home(photos: Self.four)
    try await home.run(["photos"] + arguments).expectFailure(sentence)
    let json = try await home.run(["photos", "--json"] + arguments)
    #expect(json.status == 1 && json.errors.contains(sentence))
    #expect(["", "[]\n"].contains(json.output))
  }

  @Test("delete and restore name photos by their ids, and an unknown one changes nothing")
  func deleteAndRestore() async throws {
    let home = try await Home(photos: threePhotographers)
    let before = try await home.run("photos", "--json").output
    try await home.run("delete", "11", "nothing").expectFailure("no photo with the id nothing")
    try await home.run("restore", "11").expectFailure("no deleted photo with the id 11")
    #expect(try await home.run("photos", "--json").output == before)
    let run = try await home.run("delete", "11", "21", "11")
    run.expectSuccess()
    #expect(run.output == "Deleted 2 photos.\n")
    let deleted = try await home.run("restore", "--list")
    deleted.expectSuccess()
    let names = deleted.lines.map { $0.split(separator: "\t").prefix(3).joined(separator: " ") }
    #expect(Set(names) == ["11 Anchor Ann", "21 Elk Bob"])
    try await home.run("delete", "11").expectFailure("no photo with the id 11")
    #expect(try await home.run("photographers").lines.count == 2)
    try await home.run("restore", "11", "32").expectFailure("no deleted photo with the id 32")
    #expect(try await home.run("restore", "11").output == "Restored 1 photo.\n")
    #expect(try await home.run("restore", "21").output == "Restored 1 photo.\n")
    #expect(try await home.run("restore", "--list").output == "")
    #expect(try await home.run("photos", "--json").output == before)
    try await home.run("check").expectSuccess()
  }

  @Test("A command that writes leaves the whole library in its file")
  func wholeFile() async throws {
    let home = try await Home(photos: threePhotographers)
    #expect(home.logSize == 0)
    let commands = [
      ["delete", "11"], ["restore", "11"], ["tag", "11", "+dusk"], ["album", "add", "Dusk", "11"],
    ]
    for command in commands {
      try await home.run(command).expectSuccess()
      #expect(home.logSize == 0)
    }
  }

  @Test("tag adds and removes tags, which the next refresh keeps")
  func tag() async throws {
    let home = try await Home(photos: threePhotographers)
    struct Tagged: Decodable { let id: String, tags: [String] }
    func tags(_ id: String) async throws -> [String] {
      try await home.run("photos", "--json").json([Tagged].self).first { $0.id == id }?.tags ?? []
    }
    let received = try await tags("12")
    let run = try await home.run("tag", "11", "12", "+harbor", "+blue hour", "+old", "-x")
    #expect(run.status == 0)
    #expect(run.output == "Tagged 2 photos.\n")
    #expect(run.errors.contains("“blue hour” became underscores"))
    try await home.run("tag", "12", "-harbor", "-Old").expectSuccess()
    try await home.run("refresh").expectSuccess()
    #expect(try await Set(tags("11")).isSuperset(of: ["harbor", "blue_hour", "old"]))
    #expect(try await tags("12") == received + ["blue_hour"])
    let before = try await home.run("photos", "--json").output
    try await home.run("tag", "11", "nothing", "+a").expectFailure("no photo with the id nothing")
    #expect(try await home.run("photos", "--json").output == before)
    try await home.run("check").expectSuccess()
  }

  @Test("check counts what there is and says that it is sound")
  func check() async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.run("check")
    run.expectSuccess()
    #expect(run.lines.contains("Photo\t8") && run.lines.contains("Photographer\t3"))
    #expect(run.lines.last == "sound")
  }

  @Test(
    "Without a library, commands that read say how to make one",
    arguments: ["photos", "photographers", "check"])
  func noLibrary(command: String) async throws {
    let home = try Home()
    try await home.run(command).expectFailure("There is no library in", "“proofsheet refresh” makes one")
    #expect(!FileManager.default.fileExists(atPath: home.library))
  }

  @Test("--library is stronger than the environment, which is stronger than the configuration")
  func libraries() async throws {
    let home = try Home()
    let (named, configured) = (home.folder.path("named"), home.folder.path("configured"))
    _ = try home.file("other.toml", "library = \"\(configured)\"\n")
    let settings = ["--config", home.folder.path("other.toml")]
    try await home.run(["refresh", "--library", named] + settings).expectSuccess()
    #expect(
      FileManager.default.fileExists(atPath: named) && !FileManager.default.fileExists(atPath: home.library))
    try await home.run(["refresh", "--library", configured] + settings).expectSuccess()
    let photos = try await home.run(["photos"] + settings, environment: ["PROOFSHEET_LIBRARY": ""])
    photos.expectSuccess()
    #expect(photos.lines.count > 1 && !FileManager.default.fileExists(atPath: home.library))
    _ = try home.file("other.toml", "shade = true\n")
    try await home.run(["photos"] + settings, environment: ["PROOFSHEET_LIBRARY": ""])
      .expectFailure("has no setting “shade”")
  }

  @Test("A refresh makes no library in a folder of the configuration, whose disk may not be mounted")
  func unmountedLibrary() async throws {
    let home = try Home()
    let disk = home.folder.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let unnamed = ["PROOFSHEET_LIBRARY": ""]
    for library in [disk, disk + "/photos"] {
      try home.configure("library = \"\(library)\"\n")
      try await home.run(["refresh"], environment: unnamed)
        .expectFailure("There is no library in \(library), which the configuration names", "mount it")
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
    }
    try await home.run(["refresh", "--library", disk + "/photos"], environment: unnamed).expectSuccess()
    try await home.run(["refresh"], environment: unnamed).expectSuccess()
    // Without a setting, the folder of the user is always there.
    try home.configure("")
    try await home.run(["refresh"], environment: unnamed).expectSuccess()
    #expect(FileManager.default.fileExists(atPath: home.folder.path("data/proofsheet/library.sqlite")))
  }
}
