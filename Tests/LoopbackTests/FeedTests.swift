import Flickr
import Foundation
import TestSupport
import Testing

@Suite("The feed of the loopback Flickr")
struct FeedTests {
  private let flickr: FakeFlickr
  private let world: PhotoWorld

  init() throws {
    flickr = try FakeFlickr(photos: 500)
    world = flickr.world
  }

  private func records(_ arguments: String) throws -> [PhotoRecord] {
    let request = LoopbackRequest("/feeds/photos_public.gne?format=json&nojsoncallback=1" + arguments)
    return try PhotoPageDecoder.decode(flickr.answer(to: request).body).records
  }

  @Test("has the twenty newest photos, without a key")
  func newest() throws {
    #expect(try records("").map(\.id) == Array(world.ids.prefix(20)))
    #expect(try records("&page=2").map(\.id) == Array(world.ids.prefix(20)))
  }

  @Test("has the photos of tags, all of them unless any will do, and of people")
  func filters() throws {
    func tags(_ record: PhotoRecord) -> Set<String> {
      Set((record.tags ?? "").split(separator: " ").map(String.init))
    }
    let any = try records("&tags=sea,fog&tagmode=any")
    #expect(any.count == 20 && any.allSatisfy { !tags($0).isDisjoint(with: ["sea", "fog"]) })
    let all = try records("&tags=sea,fog")
    #expect(all.count < 20 && all.allSatisfy { tags($0).isSuperset(of: ["sea", "fog"]) })
    let people = [world.photo(3).ownerID, world.photo(400).ownerID]
    #expect(try Set(records("&id=\(people[0])").map(\.ownerID)) == [people[0]])
    #expect(try Set(records("&ids=" + people.joined(separator: ",")).map(\.ownerID)) == Set(people))
  }

  @Test("is Atom unless JSON is asked for, and stands in a function unless none is wanted")
  func forms() throws {
    func text(_ arguments: String) -> String {
      let request = LoopbackRequest("/services/feeds/photos_public.gne" + arguments)
      return String(decoding: flickr.answer(to: request).body, as: UTF8.self)
    }
    #expect(text("").contains("<feed xmlns=\"http://www.w3.org/2005/Atom\">"))
    #expect(text("?format=json").hasPrefix("jsonFlickrFeed({"))
    #expect(text("?format=json&jsoncallback=f").hasPrefix("f({"))
  }

  @Test("The feed escapes text as old feeds did, on request")
  func oldEscapes() throws {
    flickr.change { $0.change($0.ids[0]) { $0.title = "It's" } }
    #expect(try records("").first?.title == "It's")
    flickr.manners.style.hasOldFeeds = true
    let body = flickr.answer(to: LoopbackRequest("/feeds/photos_public.gne?format=json&nojsoncallback=1"))
      .body
    #expect(String(decoding: body, as: UTF8.self).contains("\"title\":\"It\\'s\""))
    #expect(try records("").first?.title == "It's")
  }
}
