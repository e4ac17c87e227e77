import Foundation
import TestSupport
import Testing

@Suite("Downloads", .fewAtOnce)
struct DownloadTests {
  private let home: Home
  private let folder: URL

  init() throws {
    home = try Home()
    folder = home.folder.url.appending(path: "download")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let samples = try FileManager.default.contentsOfDirectory(
      at: Repository.url("assets/sample/pictures"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    var (texts, pictures): ([ZipFile.Entry], [ZipFile.Entry]) = ([], [])
    texts.append(.init("account_profile.json", #"{"nsid": "12345678@N00", "screen_name": "Ann Bloom"}"#))
    for number in 0..<6 {
      let id = "4580417395\(number)"
      texts.append(
        .init("photo_\(id).json", #"{"id": "\#(id)", "name": "Shot &lt;\#(number)&gt;", "tags": []}"#))
      let bytes = [UInt8](try Data(contentsOf: samples[number]))
      pictures.append(.init("shot-\(number)_\(id)_o.jpg", bytes))
      let url = home.folder.url.appending(path: "gallery/flickr_\(id).jpg")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
      try Data(
        #"{"category": "flickr", "id": \#(id), "title": "Other", "owner": {"nsid": "1@N00", "username": "Bo"}}"#
          .utf8
      ).write(to: url.appendingPathExtension("json"))
    }
    try ZipFile(texts).write(to: folder.appending(path: "72157724905358313_3ac1836c2225_part1.zip").path)
    try ZipFile(pictures).write(to: folder.appending(path: "data-download-1.zip").path)
  }

  @Test("An account download is opened by its path, and its pictures are shown from the zip file")
  func opening() async throws {
    let session = try home.browse(
      "download", size: .init(columns: 120, rows: 40), persona: Viewer.kitty.persona)
    try await session.wait(forFoot: "6 new photos")
    try await session.wait(for: "Shot <0>")
    #expect(session.screen.contains("Ann Bloom"))
    session.type("v")
    try await session.wait(until: "6 pictures") {
      $0.waiting == 0 && $0.pictures.count == 6 && $0.pictures.allSatisfy { $0.image != nil }
    }
    session.press(.enter)
    try await session.wait(until: "the photo") { $0.pictures.count == 1 && $0.waiting == 0 }
    try await session.leave()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("The command line imports downloads, and says what it cannot read")
  func commandLine() async throws {
    let run = try await home.run("refresh", "--source", "gallery-dl:gallery")
    #expect(run.status == 0, "\(run.errors)")
    let photos = try await home.run("photos", "--by", "Bo", "--json")
    #expect(photos.output.contains("Other"))
    let empty = try await home.run("refresh", "--source", "export:gallery")
    #expect(empty.status == 1)
    let test = try await home.run("source", "test", "export:download")
    #expect(test.status == 0, "\(test.errors)")
    let zip = folder.appending(path: "data-download-1.zip")
    try Data(try Data(contentsOf: zip).dropLast(40)).write(to: zip)
    let damaged = try await home.run("refresh", "--source", "export:download")
    #expect(damaged.status == 1 && damaged.errors.contains("data-download-1.zip cannot be read"))
  }

  @Test("A refresh that fails names the files that cannot be read as well")
  func failing() async throws {
    let zip = folder.appending(path: "data-download-1.zip")
    try Data(try Data(contentsOf: zip).dropLast(40)).write(to: zip)
    try Data("[]".utf8).write(to: folder.appending(path: "photo_45804173959.json"))
    let run = try await home.run("refresh", "--source", "export:download")
    #expect(run.status == 1 && run.errors.contains("data-download-1.zip cannot be read"))
    #expect(run.errors.contains("photo_45804173959.json: it is not a JSON object."), "\(run.errors)")
  }
}
