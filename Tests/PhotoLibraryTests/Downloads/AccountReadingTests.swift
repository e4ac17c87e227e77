import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Several account downloads in one folder", .timeLimit(.minutes(10)))
struct AccountReadingTests {
  private let download: DownloadFolder

  init() throws { download = try DownloadFolder() }

  @Test("stay apart if they are of two accounts")
  func accounts() async throws {
    let (ann, bob) = ("12345678@N00", "87654321@N00")
    let files: [String: [ZipFile.Entry]] = [
      "72157724905358313_3ac1836c2225_part1.zip": [
        AccountFiles.profile, AccountFiles.albumList(["721": ("Hers", "5189977341")]),
        AccountFiles.photo("5189977341", name: "A"),
        // The NSID counts more than the profile beside it.
        AccountFiles.photo("5189977348", name: "F", owner: bob),
      ],
      "72157724905358314_3ac1836c2225_part1.zip": [
        AccountFiles.account(bob, name: "Bob"), AccountFiles.albumList(["722": ("His", "5189977342")]),
        AccountFiles.photo("5189977342", name: "B", owner: "bob"),
      ],
      // Found by the key of the download.
      "72157724905358314_3ac1836c2225_part2.zip": [
        AccountFiles.albumList(["723": ("Later", "5189977346")]),
        AccountFiles.photo("5189977346", name: "E", owner: "robert"),
      ],
      "data_72157724905358314_3ac1836c2225_1.zip": [
        .init("pier_5189977347_o.jpg", AccountFiles.picture("g"))
      ],
      // Found by the address of the photo, and by the NSID in it.
      "more.zip": [
        AccountFiles.photo("5189977343", name: "C", owner: "bob"),
        AccountFiles.photo("5189977344", name: "D", owner: bob),
      ],
      // Without a description, it can be a photo of each.
      "data-download-1.zip": [.init("sea_5189977345_o.jpg", AccountFiles.picture("e"))],
    ]
    for (name, entries) in files { try download.folder.write(name, bytes: ZipFile(entries).bytes) }
    try await download.scan()
    #expect(
      try download.test.photos().map { $0.photographer?.ownerID } == [ann, bob, bob, bob, "", bob, bob, bob])
    let library = download.test.library
    #expect(try library.albums().count == 3)
    #expect(try library.album(named: "Hers")?.owner?.ownerID == ann)
    #expect(try library.album(named: "His")?.owner?.ownerID == bob)
    #expect(try library.album(named: "Later")?.owner?.ownerID == bob)
    #expect(try await download.scan().broughtNothing)
  }

  @Test(
    "count by their age if they are of one account, whatever their paths, also in a library that knows the older one",
    arguments: ["a", "b"], [false, true])
  func newer(folder: String, isOlderKnown: Bool) async throws {
    let id = "5189977341"
    let new = [
      AccountFiles.account("12345678@N00", name: "New name"),
      AccountFiles.albumList(["721": ("New album", id)]),
      AccountFiles.photo(id, name: "New"),
    ]
    let old = [
      AccountFiles.account("12345678@N00", name: "Old name"),
      AccountFiles.albumList(["721": ("Old album", id), "722": ("Deleted since", id)]),
      AccountFiles.photo(
        id, name: "Old", tags: ["removed"], more: #", "geo": {"latitude": "51477222", "longitude": "-1"}"#),
    ]
    for name in ["a", "b"] {
      let date = Date(timeIntervalSince1970: name == folder ? 1_700_000_000 : 1_500_000_000)
      for entry in name == folder ? new : old {
        try download.folder.write(name + "/" + entry.name, bytes: entry.contents, modified: date)
      }
    }
    if isOlderKnown {
      try await download.scan(.export, download.folder.path(folder == "a" ? "b" : "a"))
      let photo = try download.photo(id)
      #expect(photo.title == "Old" && photo.tags == "removed" && photo.latitude == 51.477_222)
    }
    try await download.scan()
    let photo = try download.photo(id)
    #expect(photo.title == "New" && photo.tags == "" && (photo.latitude == nil) != isOlderKnown)
    // The name of a known photographer stays.
    #expect(photo.photographer?.name == (isOlderKnown ? "Old name" : "New name"))
    let albums = try download.test.library.albums().map(\.title)
    #expect(Set(albums) == ["New album", "Deleted since"] && albums.count == 2)
    #expect(try await download.scan().broughtNothing)
  }

  @Test("are as old as their files, also through links that are younger", arguments: ["a.zip", "c.zip"])
  func link(name: String) async throws {
    let id = "5189977341"
    let (old, new) = (Date(timeIntervalSince1970: 1_500_000_000), Date(timeIntervalSince1970: 1_700_000_000))
    func write(_ name: String, title: String, _ date: Date) throws {
      let file = ZipFile([AccountFiles.photo(id, name: title)])
      try download.folder.write(name, bytes: file.bytes, modified: date)
    }
    try write("../elsewhere.zip", title: "Old", old)
    try write("b.zip", title: "New", new)
    try FileManager.default.createSymbolicLink(
      atPath: download.folder.path(name), withDestinationPath: "../elsewhere.zip")
    try await download.scan()
    #expect(try download.photo(id).title == "New")
  }
}
