import Foundation
import TestSupport
import Testing

@testable import Flickr
@testable import Transfer

@Suite("The settings of a camera")
struct ShotTests {
  private func decode(_ text: String) throws -> ShotRecord {
    try PhotoPageDecoder.decodeShot(
      of: TransferResponse(
        status: 200, body: Array(text.utf8), finalURL: TransferURL("https://example.org/")))
  }

  private func entry(_ tag: String, _ raw: String) -> String {
    #"{"tagspace":"ExifIFD","tagspaceid":0,"tag":"\#(tag)","label":"x","raw":{"_content":\#(raw)},"clean":{"_content":"?"}}"#
  }

  @Test("are read from the answer of getExif, numbers as texts or numbers")
  func reading() throws {
    let entries = [
      entry("Make", #""NIKON CORPORATION""#), entry("ExposureTime", #""1/10""#), entry("FNumber", "5.6"),
      entry("ISO", #""400""#), entry("FocalLength", #""58.0 mm""#), entry("LensModel", #""58.0  mm f/1.4 ""#),
      entry("Lens", #""another""#), entry("ExposureTime", #""1/20""#), #"{"tag":"ISO"}"#, "7",
    ]
    let text =
      #"{"photo":{"id":"1","camera":"Nikon D700","exif":[\#(entries.joined(separator: ","))]},"stat":"ok"}"#
    var expected = ShotRecord()
    (expected.camera, expected.lens, expected.exposure) = ("Nikon D700", "58.0 mm f/1.4", "1/10")
    (expected.aperture, expected.iso, expected.focalLength) = (5.6, 400, 58)
    #expect(try decode(text) == expected)
  }

  @Test(
    "The camera is the name that Flickr has, else maker and model",
    arguments: [
      ("\"\"", "NIKON CORPORATION", "NIKON D700", "NIKON D700"),
      ("null", "Panasonic", "DMC-GX9", "Panasonic DMC-GX9"), ("7", "", "x", "7"), ("\"\"", "", "", nil),
      ("\"\"", "Leica", "", "Leica"),
    ] as [(String, String, String, String?)])
  func camera(name: String, make: String, model: String, expected: String?) throws {
    let entries = [entry("Make", "\"\(make)\""), entry("Model", "\"\(model)\"")].joined(separator: ",")
    #expect(try decode(#"{"photo":{"camera":\#(name),"exif":[\#(entries)]}}"#).camera == expected)
  }

  @Test(
    "that make no sense are left out",
    arguments: [
      ("ISO", "\"Auto\""), ("ISO", "\"0\""), ("ISO", "\"1e99\""), ("FNumber", "\"inf\""),
      ("FNumber", "\"..\""),
      ("FocalLength", "\"-5 mm\""), ("FocalLength", "\"٣ mm\""), ("ExposureTime", "\"\""),
      ("LensModel", "\"\(String(repeating: "x", count: 101))\""), ("LensModel", "[1]"), ("Other", "\"1\""),
    ])
  func nonsense(tag: String, raw: String) throws {
    let shot = try decode(#"{"photo":{"exif":[\#(entry(tag, raw))]}}"#)
    if tag != "ISO" || raw != "\"1e99\"" { #expect(shot == ShotRecord()) } else { #expect(shot.iso == 1) }
  }

  @Test("are read after a byte order mark and from JSONP, and not before other text")
  func framing() throws {
    let text = #"{"photo":{"camera":"Nikon D700"}}"#
    #expect(try decode("\u{FEFF}jsonFlickrApi(\(text));").camera == "Nikon D700")
    #expect(throws: FlickrError.notJSON(offset: text.utf8.count + 1)) { try decode(text + " x") }
  }

  @Test("An answer without a photo, a refusal and a cut answer are errors")
  func errors() {
    #expect(throws: FlickrError.unexpectedShape(keys: [])) { try decode("{}") }
    #expect(throws: FlickrError.failed(code: 2, message: "Permission denied")) {
      try decode(FlickrAnswers.failure(code: 2, "Permission denied"))
    }
    #expect(throws: FlickrError.self) { try decode(#"{"photo":{"exif":[{"tag":"#) }
  }
}
