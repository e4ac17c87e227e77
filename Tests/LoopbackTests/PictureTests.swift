import Foundation
import TestSupport
import Testing

@Suite("The pictures of the loopback Flickr")
struct PictureTests {
  private let flickr: FakeFlickr

  init() throws {
    flickr = try FakeFlickr(photos: 200)
  }

  private func picture(_ url: String, _ headers: [String: String] = [:]) throws -> LoopbackAnswer {
    #expect(url.hasPrefix(flickr.pictures.url))
    let request = LoopbackRequest(String(url.dropFirst(flickr.pictures.url.count)), headers: headers)
    return flickr.pictures.answer(to: request)
  }

  /// Width and height, of the header of the frame (ITU-T T.81, B.2.2) or of PNG.
  private func pixels(_ bytes: [UInt8]) -> [Int?]? {
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50]) { return [number(16, 4), number(20, 4)] }
    guard let frame = bytes.firstRange(of: [0xFF, 0xC0]) else { return nil }
    return [number(frame.lowerBound + 7, 2), number(frame.lowerBound + 5, 2)]
  }

  @Test("are as large as lists and getSizes say, in every size", arguments: [0, 7, 42, 133])
  func sizes(index: Int) throws {
    let id = flickr.world.id(index)
    let sizes = try flickr.ask("photos.getSizes", ["photo_id": id])["sizes"]["size"].list
    #expect(sizes.count >= 7)
    for size in sizes {
      let url = try #require(size["source"].text)
      let answer = try picture(url)
      #expect(
        answer.status == 200 && pixels(answer.body) == [size["width"].int, size["height"].int], "\(url)")
    }
  }

  @Test("larger than 1024 pixels are there only when the owner lets them be, and then the original")
  func restricted() throws {
    let extras = ["extras": "url_l,url_k,url_o,original_format", "per_page": "200"]
    let photos = try flickr.ask("photos.getRecent", extras)["photos"]["photo"].list
    let (open, closed) = (
      photos.filter { $0["url_o"].text != nil }, photos.filter { $0["url_o"].text == nil }
    )
    #expect(open.count > 10 && closed.count > open.count)
    #expect(closed.allSatisfy { $0["url_k"].text == nil })
    let png = try #require(open.first { $0["originalformat"].text == "png" })
    let answer = try picture(try #require(png["url_o"].text))
    #expect(answer.headers.contains { $0 == ("Content-Type", "image/png") })
    #expect(pixels(answer.body) == [png["width_o"].int, png["height_o"].int])
  }

  @Test("of a photo that was deleted are the notice that it is gone, and a wrong address is nothing")
  func gone() throws {
    let id = flickr.world.ids[5]
    let photo = flickr.world.photo(try #require(flickr.world.index(of: id)), pictureHost: flickr.pictures.url)
    flickr.change { $0.delete(id) }
    let answer = try picture(photo.renditions[2].url)
    #expect(answer.status == 302 && answer.headers[0].value.hasSuffix("photo_unavailable.png"))
    #expect(try picture(flickr.pictures.url + answer.headers[0].value).body.starts(with: [0x89, 0x50]))
    let wrong = try picture(flickr.pictures.url + "/65535/doesnotexist.jpg")
    #expect(wrong.status == 404 && wrong.body.isEmpty)
  }

  @Test("are not sent again to who has them")
  func unchanged() throws {
    let photo = flickr.world.photo(3, pictureHost: flickr.pictures.url)
    let url = try #require(photo.renditions.first).url
    let tag = try #require(try picture(url).headers.first { $0.name == "ETag" }).value
    #expect(try picture(url, ["if-none-match": tag]).status == 304)
    #expect(try picture(url, ["if-none-match": "\"other\""]).status == 200)
  }
}
