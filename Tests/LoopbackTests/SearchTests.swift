import TestSupport
import Testing

@Suite("A search of the loopback Flickr")
struct SearchTests {
  private let flickr: FakeFlickr
  private let photos: [LoopbackPhoto]

  init() throws {
    flickr = try FakeFlickr(photos: 400)
    photos = (0..<400).reversed().map { [world = flickr.world] in world.photo($0) }
  }

  private func found(_ arguments: [String: String]) throws -> [String] {
    try flickr.ids("photos.search", arguments.merging(["per_page": "500"]) { $1 })
  }

  private func expected(_ isIn: (LoopbackPhoto) -> Bool) -> [String] {
    photos.filter(isIn).map(\.id)
  }

  private func tags(_ photo: LoopbackPhoto) -> Set<String> {
    Set(photo.tags.split(separator: " ").map(String.init))
  }

  private func check(_ arguments: [String: String], _ isIn: (LoopbackPhoto) -> Bool) throws {
    let ids = try found(arguments)
    #expect(ids == expected(isIn))
    // A search that finds nothing or everything proves nothing.
    #expect(!ids.isEmpty && ids.count < 400, "\(arguments)")
  }

  @Test("finds by tags: one of them, all of them, none of them")
  func byTags() throws {
    try check(["tags": "sea,Fog"]) { !tags($0).isDisjoint(with: ["sea", "fog"]) }
    try check(["tags": "sea,-fog", "tag_mode": "all"]) {
      tags($0).contains("sea") && !tags($0).contains("fog")
    }
    let pair = try #require(photos.map { $0.tags.split(separator: " ") }.first { $0.count > 1 }).prefix(2)
    try check(["tags": pair.joined(separator: ","), "tag_mode": "all"]) {
      tags($0).isSuperset(of: pair.map(String.init))
    }
    #expect(try found(["tags": "no such tag"]) == [])
  }

  @Test("finds by words of title and tags")
  func byText() throws {
    try check(["text": "heron"]) {
      $0.title.lowercased().split(separator: " ").contains("heron") || tags($0).contains("heron")
    }
    try check(["text": "Quiet -heron"]) {
      $0.title.hasPrefix("Quiet ") && !$0.title.contains("heron") && !tags($0).contains("heron")
    }
    #expect(try found(["text": "unheardof"]) == [])
  }

  @Test("A search finds photos by owner, license, kind and time")
  func byFields() throws {
    let owner = photos[0].ownerID
    try check(["user_id": owner]) { $0.ownerID == owner }
    try check(["license": "4,5"]) { [4, 5].contains($0.license) }
    try check(["media": "videos"]) { $0.media == "video" }
    let (first, last) = (photos[300].uploaded, photos[200].uploaded)
    try check(["min_upload_date": "\(first)", "max_upload_date": "\(last)"]) {
      (first...last).contains($0.uploaded)
    }
    try check(["min_taken_date": "2024-01-01", "max_taken_date": "2024-12-31 23:59:59"]) {
      $0.taken.hasPrefix("2024")
    }
    #expect(try found(["min_upload_date": "2000000000", "max_upload_date": "1"]) == [])
  }

  @Test("finds by place, within half a day unless something else limits it")
  func byPlace() throws {
    let box = ["bbox": "-25,35,25,70"]
    func isInside(_ photo: LoopbackPhoto) -> Bool {
      photo.place.map { (35.0...70).contains($0.latitude) && (-25.0...25).contains($0.longitude) } ?? false
    }
    try check(box.merging(["min_upload_date": "1"]) { $1 }, isInside)
    #expect(try found(box).count <= 1)
    // The date line runs through the box.
    try check(["bbox": "170,-30,-170,0", "min_upload_date": "1"]) { ($0.place?.longitude ?? 0) > 170 }
    try check(["has_geo": "0", "text": "heron"]) { photo in
      photo.place == nil && (photo.title.contains("heron") || tags(photo).contains("heron"))
    }
    let near = try found(["lat": "52.52", "lon": "13.405", "radius": "20", "min_upload_date": "1"])
    #expect(!near.isEmpty && near.count < 50)
  }

  @Test("A search sorts its results in the requested order")
  func order() throws {
    let all = ["min_upload_date": "1"]
    let byUpload = photos.sorted { $0.uploaded < $1.uploaded }.map(\.id)
    let ascending = try found(all.merging(["sort": "date-posted-asc"]) { $1 })
    #expect(ascending == byUpload)
    #expect(try found(all) == byUpload.reversed())
    let taken = try found(all.merging(["sort": "date-taken-asc"]) { $1 })
    let times = Dictionary(uniqueKeysWithValues: photos.map { ($0.id, $0.taken) })
    #expect(taken.compactMap { times[$0] } == times.values.sorted())
    let liked = try found(all.merging(["sort": "interestingness-desc"]) { $1 })
    #expect(Set(liked) == Set(byUpload) && liked != byUpload)
  }
}
