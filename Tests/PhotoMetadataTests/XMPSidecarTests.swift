import Foundation
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("Writing XMP sidecars")
struct XMPSidecarTests {
  private func facts(_ bytes: [UInt8]) -> PhotoFacts { XMPPacket.facts(of: bytes[...]) }

  private let marks = XMPMarks(rating: 3, isPicked: true, label: "Red")

  /// A sidecar as darktable writes it, shortened.
  private let darktable = """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:darktable="http://darktable.sf.net/"
       xmp:Rating="1"
       darktable:auto_presets_applied="1">
       <darktable:history><rdf:Seq><rdf:li darktable:params="gz&amp;x"/></rdf:Seq></darktable:history>
       <darktable:colorlabels>
        <rdf:Seq>
         <rdf:li>2</rdf:li>
        </rdf:Seq>
       </darktable:colorlabels>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """

  @Test("A new sidecar has the marks")
  func new() throws {
    let facts = facts(try XMPSidecar.contents(nil, with: marks))
    #expect(facts.rating == 3 && facts.label == "Red" && facts.flag == 1)
    let rejected = self.facts(
      try XMPSidecar.contents(nil, with: XMPMarks(rating: -1, isPicked: false, label: nil)))
    #expect(rejected.rating == -1 && rejected.label == nil && rejected.flag == -1)
  }

  @Test("Everything else in a sidecar stays as it is, byte by byte")
  func others() throws {
    #expect(facts(Array(darktable.utf8)).label == "Green" && facts(Array(darktable.utf8)).rating == 1)
    let changed = try XMPSidecar.contents(Array(darktable.utf8), with: marks)
    let text = String(decoding: changed, as: UTF8.self)
    #expect(facts(changed).rating == 3 && facts(changed).label == "Red" && facts(changed).flag == 1)
    #expect(text.contains("<rdf:Seq><rdf:li>0</rdf:li></rdf:Seq>") && !text.contains("xmp:Rating=\"1\""))
    // Without what was written, it is what it was without its marks.
    func rest(_ text: String) -> String {
      var text = text
      for pattern in [
        #"\s+(xmp|xmpDM|digiKam):(Rating|Label|good|PickLabel)="[^"]*""#,
        #"\s+xmlns:(xmpDM|digiKam)="[^"]*""#,
        #"<darktable:colorlabels>[\s\S]*</darktable:colorlabels>"#,
      ] {
        text = text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
      }
      return text
    }
    #expect(rest(text) == rest(darktable))
  }

  @Test("darktable's other color labels stay, and its first one if it is the label of the photo")
  func severalLabels() throws {
    let item = "<rdf:li>2</rdf:li>"
    let several = Array(darktable.replacing(item, with: "<rdf:li>0</rdf:li>\n<rdf:li>3</rdf:li>").utf8)
    func labels(_ label: String?) throws -> [String] {
      let marks = XMPMarks(rating: 4, isPicked: false, label: label)
      let changed = try XMPSidecar.contents(several, with: marks)
      #expect(try XMPSidecar.contents(changed, with: marks) == changed)
      #expect(facts(changed).label == label && facts(changed).rating == 4)
      let text = String(decoding: changed, as: UTF8.self)
      let start = try #require(text.range(of: "<darktable:colorlabels>"))
      let end = try #require(text.range(of: "</darktable:colorlabels>"))
      return text[start.upperBound..<end.lowerBound].matches(of: /<rdf:li>(\d)/).map { String($0.output.1) }
    }
    #expect(facts(several).label == "Red")
    #expect(try labels("Red") == ["0", "3"])
    #expect(try labels("Green") == ["2", "3"])
    #expect(try labels("Blue") == ["3"])
    #expect(try labels(nil) == [])
  }

  @Test("The same marks change nothing when they are written again")
  func again() throws {
    for first in [nil, Array(darktable.utf8)] {
      let once = try XMPSidecar.contents(first, with: marks)
      #expect(try XMPSidecar.contents(once, with: marks) == once)
      // Back and forth: no declaration piles up.
      let other = try XMPSidecar.contents(once, with: XMPMarks(rating: 0, isPicked: false, label: nil))
      #expect(facts(other).label == nil && facts(other).flag == nil)
      let back = try XMPSidecar.contents(other, with: marks)
      #expect(back.count == once.count)
    }
  }

  @Test("Properties are found as elements, under other prefixes, and twice")
  func forms() throws {
    let text = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="urn:something-else">
      <r:Description xmlns:a='http://ns.adobe.com/xap/1.0/' a:Label='Blue'><a:Rating>2</a:Rating><xmp:x/></r:Description>
      <r:Description xmlns:b="http://ns.adobe.com/xap/1.0/" b:Rating="4"/></r:RDF>
      """
    let changed = try XMPSidecar.contents(Array(text.utf8), with: marks)
    let result = String(decoding: changed, as: UTF8.self)
    #expect(facts(changed).rating == 3 && facts(changed).label == "Red")
    #expect(result.split(separator: "Rating=\"3\"").count == 2 && !result.contains("<a:Rating>"))
    #expect(result.contains("<xmp:x/>") && result.contains("urn:something-else"))
  }

  /// A sidecar of a composed picture as Photoshop writes it, shortened: its ingredients have properties of their own.
  private let composed = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
        xmp:Rating="5" xmp:Label="Red">
       <xmpMM:Pantry>
        <rdf:Bag>
         <rdf:li>
          <rdf:Description xmp:Rating="1" exif:GPSLatitude="41,24N" exif:GPSLongitude="2,9E">
           <xmp:Label>Blue</xmp:Label>
           <dc:title><rdf:Alt><rdf:li xml:lang="x-default">ingredient</rdf:li></rdf:Alt></dc:title>
          </rdf:Description>
         </rdf:li>
         <rdf:li rdf:parseType="Resource">
          <xmp:Rating>2</xmp:Rating>
          <dc:subject><rdf:Bag><rdf:li>ingredient</rdf:li></rdf:Bag></dc:subject>
         </rdf:li>
        </rdf:Bag>
       </xmpMM:Pantry>
       <dc:subject><rdf:Bag><rdf:li>mine</rdf:li></rdf:Bag></dc:subject>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """

  @Test("The properties of a picture's ingredients are not those of the picture, and stay as they are")
  func ingredients() throws {
    let before = facts(Array(composed.utf8))
    #expect(before.rating == 5 && before.label == "Red" && before.keywords == ["mine"])
    #expect(before.title == nil && before.latitude == nil && before.longitude == nil)
    let changed = try XMPSidecar.contents(Array(composed.utf8), with: marks)
    #expect(facts(changed).rating == 3 && facts(changed).label == "Red" && facts(changed).flag == 1)
    let ingredients = try #require(composed.firstMatch(of: /<xmpMM:Pantry>[\s\S]*<\/xmpMM:Pantry>/))
    #expect(String(decoding: changed, as: UTF8.self).contains(ingredients.output))
  }

  @Test("Elements are read and changed by their default namespaces, and keep their declarations")
  func defaultNamespaces() throws {
    let rdf = #"xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#""#
    let text = """
      <RDF \(rdf)><Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="1" Rating="5">
      <colorlabels xmlns="http://darktable.sf.net/"><Seq \(rdf)><li>2</li></Seq></colorlabels>
      <Label xmlns="http://ns.adobe.com/xap/1.0/">Blue</Label></Description></RDF>
      """
    let before = facts(Array(text.utf8))
    #expect(before.rating == 1 && before.label == "Blue")
    let changed = try XMPSidecar.contents(Array(text.utf8), with: marks)
    #expect(facts(changed).rating == 3 && facts(changed).label == "Red" && facts(changed).flag == 1)
    let result = String(decoding: changed, as: UTF8.self)
    #expect(
      result.contains(
        #"<colorlabels xmlns="http://darktable.sf.net/"><Seq \#(rdf)><li>0</li></Seq></colorlabels>"#))
    #expect(result.contains(#" Rating="5""#) && !result.contains("<Label"))
    #expect(try XMPSidecar.contents(changed, with: marks) == changed)
    let plain = try XMPSidecar.contents(changed, with: XMPMarks(rating: 0, isPicked: false, label: nil))
    #expect(facts(plain).rating == 0 && facts(plain).label == nil && facts(plain).flag == nil)
  }

  @Test("A prefix that means something else is not taken")
  func prefixes() throws {
    let text = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="urn:else"><r:Description/></r:RDF>
      """
    let changed = try XMPSidecar.contents(Array(text.utf8), with: marks)
    #expect(facts(changed).rating == 3)
    #expect(String(decoding: changed, as: UTF8.self).contains(#"xmlns:xmp_="http://ns.adobe.com/xap/1.0/""#))
  }

  @Test("A sidecar that cannot be read is refused with the reason")
  func refused() {
    for text in ["", "<x", "<x/>", "no xml", "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><a/>"] {
      #expect(throws: XMPSidecar.Failure.self) {
        try XMPSidecar.contents(Array(text.utf8), with: marks)
      }
    }
    #expect(throws: XMPSidecar.Failure.noDescription) {
      try XMPSidecar.contents(Array("<x/>".utf8), with: marks)
    }
  }

  @Test("Damaged sidecars are changed right or refused", arguments: Seeds.range(quick: 4, long: 200))
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(darktable.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
        }
      }
      guard let changed = try? XMPSidecar.contents(bytes, with: marks) else { continue }
      #expect(facts(changed).rating == 3, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(
    "A label and a pick label that are not shown stay where no other is given",
    arguments: [
      (#"xmp:Label="Approved""#, "Approved"), (#"xmp:Label="Rot""#, "Rot"), (#"xmp:Label="Red""#, nil),
    ])
  func otherLabels(label: String, kept: String?) throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
      \(label) digiKam:PickLabel="2"/></rdf:RDF></x:xmpmeta>
      """
    let unlabelled = XMPMarks(rating: 3, isPicked: false, label: nil)
    let changed = try XMPSidecar.contents(Array(text.utf8), with: unlabelled)
    #expect(facts(changed).label == kept && facts(changed).rating == 3)
    #expect(String(decoding: changed, as: UTF8.self).contains(#"digiKam:PickLabel="2""#))
    let red = try XMPSidecar.contents(Array(text.utf8), with: marks)
    #expect(facts(red).label == "Red" && facts(red).flag == 1)
    let element = text.replacing("\(label) ", with: "").replacing(
      #"PickLabel="2"/>"#, with: #"PickLabel="1"><xmp:Label>Blue &amp; x</xmp:Label></rdf:Description>"#)
    let other = try XMPSidecar.contents(Array(element.utf8), with: unlabelled)
    #expect(facts(other).label == "Blue & x" && facts(other).flag == nil)
  }

  @Test("A rejected photo without a pick label is rejected", arguments: ["0", "2"])
  func neutralPickLabel(pick: String) {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="1975-07-04T18:03+02:00"
      xmp:Rating="-1" digiKam:PickLabel="\(pick)"/></rdf:RDF></x:xmpmeta>
      """
    let facts = facts(Array(text.utf8))
    #expect(facts.rating == -1 && facts.flag == nil && facts.taken == "1975-07-04 18:03:00")
  }

  @Test("A sidecar that is too large or too deep is refused before it is written")
  func limits() {
    #expect(throws: XMPSidecar.Failure.tooLarge) {
      try XMPSidecar.contents(Array(repeating: 0x20, count: XMPSidecar.largestSize + 1), with: marks)
    }
    let deep = (0..<2_000).map { "<a xmlns:p\($0)=\"u\">" }.joined()
    #expect(throws: XMPSidecar.Failure.malformed("more than 100 elements are open in line 1")) {
      try XMPSidecar.contents(Array(deep.utf8), with: marks)
    }
  }
}
