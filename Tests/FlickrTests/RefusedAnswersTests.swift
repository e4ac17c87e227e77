import Flickr
import TestSupport
import Testing
import Transfer

@Suite("An answer that is no page")
struct RefusedAnswersTests {
  private func refusal(_ text: String) throws -> FlickrError {
    try #require(throws: FlickrError.self) { try decode(text) }
  }

  @Test(
    "because Flickr refused has its code and words",
    arguments: [
      (#"{"stat":"fail","code":100,"message":"Invalid API Key (Key not found)"}"#, 100),
      (#"{"message":"x","code":"112","stat":"fail"}"#, 112),
      (#"{"stat":"fail","code":201,"message":"x"},"#, 201),
      (#"jsonFlickrApi({"stat":"fail","code":105,"message":"x"})"#, 105), (#"{"stat":"fail"}"#, 0),
      (#"{"photos":{"photo":[]},"stat":"fail","code":1}"#, 1),
    ])
  func failed(text: String, code: Int) throws {
    guard case .failed(code, _) = try refusal(text) else {
      Issue.record("\(try refusal(text))")
      return
    }
  }

  @Test(
    "because it is JSON of another shape names what it holds",
    arguments: [
      (#"{"sizes":{"size":[]},"stat":"ok"}"#, ["sizes", "stat"]), ("{}", []), ("[]", []), ("null", []),
      ("7", []), (#""photos""#, []), (#"{"photos":[]}"#, ["photos"]), (#"{"photos":null}"#, ["photos"]),
      (#"{"photos":{"page":1,"total":5}}"#, ["photos"]), (#"{"photos":{"photo":{"id":"1"}}}"#, ["photos"]),
      (#"{"photoset":{"id":"1","photos":13},"stat":"ok"}"#, ["photoset", "stat"]),
      (#"{"photo":{"id":"1","secret":"x","camera":"y","exif":[]}}"#, ["photo"]), (#"{"items":7}"#, ["items"]),
      (#"{"photo":{"title":"without id"}}"#, ["photo"]),
      (#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#, ["a", "b", "c", "d", "e"]),
    ])
  func otherShape(text: String, keys: [String]) throws {
    #expect(try refusal(text) == .unexpectedShape(keys: keys))
  }

  @Test("because it is JSON of another shape says so in a sentence")
  func otherShapeSentence() {
    #expect(
      FlickrError.unexpectedShape(keys: ["sizes", "stat"]).description
        == "The answer is JSON, but no list of photos: it holds “sizes”, “stat”.")
    #expect(FlickrError.unexpectedShape(keys: []).description == "The answer is JSON, but no list of photos.")
  }

  @Test(
    "because it is a web page says so",
    arguments: ["<html>", " \n<!DOCTYPE html><p>{}", "\u{FEFF}<?xml?>"])
  func markup(text: String) throws {
    #expect(try refusal(text) == .markup)
  }

  @Test(
    "because it is not JSON says from where on",
    arguments: [
      ("hello", 0), ("{photos}", 1), (#"{"a":1,}"#, 7), (#"{"a":[1,]}"#, 8), (#"{"a" 1}"#, 5),
      (#"{"a":01}"#, 6),
      (#"{"a":+1}"#, 5), (#"{"a":1.}"#, 7), (#"{"a":.5}"#, 5), (#"{"a":1e}"#, 7), (#"{"a":-}"#, 6),
      (#"{"a":tru}"#, 8), (#"{"a":nul1}"#, 8), (#"{"a":"\x"}"#, 6), (#"{"a":"\u12g4"}"#, 6), ("{}{}", 2),
      ("{,}", 1), (#"{"a":1 "b":2}"#, 7), ("{} x", 3), ("f({}]", 4), ("f({}) g", 6), ("{'a':1}", 1),
      (#"{1:2}"#, 1), ("\u{0}", 0),
    ])
  func notJSON(text: String, offset: Int) throws {
    #expect(try refusal(text) == .notJSON(offset: offset))
  }

  @Test("because it was cut off says so, wherever that was")
  func cutOff() throws {
    let whole = "jsonFlickrApi(" + FlickrAnswers.page(photos: FlickrAnswers.photos(2)) + ")"
    let bytes = Array(whole.utf8)
    // Shorter ones are a word, which may be anything.
    for length in "jsonFlickrApi(".utf8.count..<bytes.count {
      let error = #expect(throws: FlickrError.self) { try PhotoPageDecoder.decode(Array(bytes[..<length])) }
      guard error == .cutOff(bytes: length) else {
        Issue.record("\(length): \(String(describing: error))")
        return
      }
    }
    #expect(try refusal("") == .cutOff(bytes: 0))
    #expect(FlickrError.cutOff(bytes: 0).description == "The answer is empty; try again.")
    #expect(FlickrError.cutOff(bytes: 7).description == "The answer is cut off after 7 bytes; try again.")
  }

  @Test(
    "because it is nested too deeply is refused, not followed",
    arguments: ["[", #"{"a":"#, #"{"photos":"#])
  func nesting(opening: String) throws {
    guard case .notJSON = try refusal(String(repeating: opening, count: 1_000_000)) else {
      Issue.record("not refused for its depth")
      return
    }
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(try decode(#"{"deep":\#(deep),"items":[]}"#).records.isEmpty)
  }
}
