import TestSupport
import Testing

@Suite("A list of the loopback Flickr")
struct ListTests {
  @Test("A list has 100 photos a page by default, at most 500, and 250 for places")
  func perPage() throws {
    let flickr = try FakeFlickr(photos: 5_000)
    func perPage(_ method: String, _ arguments: [String: String]) throws -> Int? {
      let photos = try flickr.ask(method, arguments)["photos"]
      #expect(photos["photo"].list.count == photos["perpage"].int)
      return photos["perpage"].int
    }
    let all = ["min_upload_date": "1"]
    #expect(try perPage("photos.search", all) == 100)
    #expect(try perPage("photos.search", all.merging(["per_page": "7"]) { $1 }) == 7)
    #expect(try perPage("photos.search", all.merging(["per_page": "9999"]) { $1 }) == 500)
    #expect(try perPage("photos.search", all.merging(["per_page": "500", "has_geo": "1"]) { $1 }) == 250)
  }

  @Test("goes from the newest to the oldest, each photo once, and repeats the last page past its end")
  func paging() throws {
    let flickr = try FakeFlickr(photos: 250)
    let pages = try (1...3).map { try flickr.ids("photos.getRecent", ["page": "\($0)"]) }
    #expect(pages.map(\.count) == [100, 100, 50])
    #expect(pages.flatMap { $0 } == flickr.world.ids)
    #expect(try flickr.ids("photos.getRecent", ["page": "4"]) == pages[2])
    #expect(try flickr.ids("photos.getRecent", ["page": "99999"]) == pages[2])
    #expect(try flickr.ids("photos.getRecent", ["page": "0"]) == pages[0])
  }

  @Test("of recent photos has a thousand, and one of interesting ones 500 with gaps")
  func ceilings() throws {
    let flickr = try FakeFlickr(photos: 5_000)
    #expect(try flickr.ask("photos.getRecent")["photos"]["total"].int == 1_000)
    let pages = try (1...5).map { try flickr.ids("interestingness.getList", ["page": "\($0)"]) }
    #expect(try flickr.ask("interestingness.getList")["photos"]["total"].int == 500)
    #expect(pages.contains { $0.count < 100 } && pages.allSatisfy { $0.count > 80 })
    #expect(Set(pages.flatMap { $0 }).count == pages.reduce(0) { $0 + $1.count })
    #expect(try flickr.ids("interestingness.getList", ["date": "2025-06-01"]) != pages[0])
  }

  @Test("of a search repeats itself after 4,000 photos, while it promises all; upload dates get around it")
  func searchCeiling() throws {
    let flickr = try FakeFlickr(photos: 9_000)
    func page(_ number: Int, _ more: [String: String] = [:]) throws -> [String] {
      let arguments = ["min_upload_date": "1", "per_page": "500", "page": "\(number)"]
      return try flickr.ids("photos.search", arguments.merging(more) { $1 })
    }
    let photos = try flickr.ask("photos.search", ["min_upload_date": "1", "per_page": "500"])["photos"]
    #expect(photos["total"].int == 9_000 && photos["pages"].int == 18)
    let all = try (1...18).flatMap { try page($0) }
    #expect(all.count == 9_000 && Set(all).count == 4_000)
    #expect(try page(9) == page(1))
    let oldest = try #require(flickr.world.index(of: all[3_999])).description
    let rest = try page(1, ["max_upload_date": "\(try uploaded(of: all[3_999], flickr))"])
    #expect(rest[0] == all[3_999] && Set(rest.dropFirst()).isDisjoint(with: all), "at \(oldest)")
  }

  private func uploaded(of id: String, _ flickr: FakeFlickr) throws -> Int {
    let photo = try flickr.ask("photos.getInfo", ["photo_id": id])["photo"]
    return try #require(photo["dateuploaded"].int)
  }

  @Test("A list moves while it is read, on request")
  func moving() throws {
    let flickr = try FakeFlickr(photos: 300)
    flickr.manners.moving = 3
    let first = try flickr.ids("photos.getRecent")
    let second = try flickr.ids("photos.getRecent", ["page": "2"])
    #expect(flickr.world.count == 306)
    #expect(Array(first.suffix(3)) == Array(second.prefix(3)))
    flickr.manners.moving = 0
    #expect(try flickr.ids("photos.getRecent") == flickr.ids("photos.getRecent"))
  }

  @Test("A list has another order in every second call, on request, and the same photos")
  func unstable() throws {
    let flickr = try FakeFlickr(photos: 99)
    flickr.manners.isUnstable = true
    let (first, second) = (try flickr.ids("photos.getRecent"), try flickr.ids("photos.getRecent"))
    #expect(first != second && Set(first) == Set(second) && first.count == 99)
  }

  @Test("of nothing is empty")
  func empty() throws {
    let flickr = try FakeFlickr(photos: 0)
    #expect(try flickr.ids("photos.getRecent") == [])
    let photos = try flickr.ask("photos.search", ["text": "heron"])["photos"]
    #expect(photos["pages"].int == 0 && photos["total"].int == 0 && photos["page"].int == 1)
  }

  @Test("knows what was uploaded, deleted and changed")
  func changes() throws {
    let flickr = try FakeFlickr(photos: 50)
    let before = try flickr.ids("photos.getRecent")
    flickr.change { $0.upload(2) }
    flickr.change { $0.delete(before[0]) }
    flickr.change { $0.change(before[1]) { $0.title = "Another" } }
    let after = try flickr.ask("photos.getRecent")["photos"]["photo"].list
    #expect(after.dropFirst(2).compactMap { $0["id"].text } == Array(before.dropFirst()))
    #expect(after[2]["title"].text == "Another")
    #expect(throws: Refusal(code: 1, message: "Photo not found")) {
      try flickr.ask("photos.getInfo", ["photo_id": before[0]])
    }
  }

  @Test("of a million photos is there at once, and with a search in a moment", .timeLimit(.minutes(10)))
  func million() throws {
    let flickr = try FakeFlickr(photos: 1_000_000)
    #expect(try flickr.ids("photos.getRecent", ["per_page": "500"]).count == 500)
    let index = 123_456
    #expect(try flickr.ask("photos.getInfo", ["photo_id": flickr.world.id(index)])["photo"]["id"].text != nil)
    // A search looks at all photos; without optimization that takes seconds.
    let search = Seeds.areMany ? flickr : try FakeFlickr(photos: 50_000)
    let photos = try search.ask("photos.search", ["tags": "sea,fog", "tag_mode": "all"])["photos"]
    #expect((search.world.count / 1_000...search.world.count / 100).contains(photos["total"].int ?? 0))
  }

  @Test("gives what extras ask for, and little else")
  func extras() throws {
    let flickr = try FakeFlickr(photos: 30)
    let plain = try #require(try flickr.ask("photos.getRecent")["photos"]["photo"].list.first)
    let always: Set = [
      "id", "owner", "secret", "server", "farm", "title", "ispublic", "isfriend", "isfamily",
    ]
    #expect(plain.keys == always)
    let some = try flickr.ask("photos.getRecent", ["extras": "url_sq,views,path_alias"])["photos"]["photo"]
      .list
    let added: Set = ["url_sq", "width_sq", "height_sq", "views", "pathalias"]
    #expect(some.allSatisfy { $0.keys == always.union(added) })
    let originals = try flickr.ask("photos.getRecent", ["extras": "url_o,url_l"])["photos"]["photo"].list
    #expect(
      originals.contains { $0.keys.contains("url_o") } && originals.contains { !$0.keys.contains("url_o") })
  }

  @Test("of the same seed is the same, of another seed another")
  func seeds() throws {
    func titles(_ seed: UInt64) throws -> [String?] {
      try FakeFlickr(photos: 40, seed: seed).ask("photos.getRecent")["photos"]["photo"].list.map {
        $0["title"].text
      }
    }
    #expect(try titles(3) == titles(3))
    #expect(try titles(3) != titles(4))
  }
}
