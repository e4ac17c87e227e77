import Foundation
import TestSupport
import Testing

@testable import ObjectGraph
@testable import ObjectStore

@Suite("Files that are not what was written")
struct DamagedFileTests {
  /// The number of damaged files of each kind, larger with LONG_TESTS.
  private static let files = Seeds.areMany ? 50_000 : 700

  /// Returns the contents of a small store, so that damage is likely to hit relevant bytes.
  private static func contents() throws -> AtomicStoreContents {
    let store = InMemoryStore(model: try Samples.model(), identifier: TestStores.identifier)
    var rows = [Samples.groupRow(1, "g\0"), Samples.groupRow(2, "<h>")]
    for (type, values) in Samples.values where type != .integer64 {
      for value in values.prefix(3) where value.bits.count < 100 {
        if case .data(let data) = value, data.count > 100 { continue }
        rows.append(Samples.row(Int64(rows.count), type, value, in: 1))
      }
    }
    try store.makeWriter().insert(rows)
    return try AtomicStoreContents(store.rows, identifier: UUID(), metadata: ["a": "b"], path: "p")
  }

  /// Damages bytes at random: flips bits, overwrites, deletes, truncates, duplicates, and inserts.
  private static func spoil(_ data: Data, _ random: inout SeededGenerator) -> Data {
    var bytes = [UInt8](data)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      let length = min(bytes.count - place, Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      default:
        bytes.insert(contentsOf: (0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
      }
    }
    return Data(bytes)
  }

  /// Opens the contents of a file as a store does; an error is as acceptable as valid rows.
  private static func open(_ contents: () throws -> AtomicStoreContents, _ model: ManagedObjectModel) throws {
    do {
      let rows = try contents().rows(for: model, path: "p")
      for number in model.numbers.prefix(model.entities.count) {
        for row in rows.rows(ofEntity: number) {
          #expect(row.values.count == model[number].slotCount)
        }
        _ = try rows.fetch(StoreQuery(entity: number))
      }
      _ = try rows.fetch(
        StoreQuery(
          entity: Samples.sample, predicate: .comparison(.init("group.name", .equal, .value(.string("x"))))))
    } catch is StoreError {
    } catch is AtomicStoreFormatError {}
  }

  @Test("A spoiled binary file is refused, whichever byte it is")
  func binary() throws {
    let data = BinaryStoreFormat().encode(try Self.contents())
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.files {
      let spoiled = Self.spoil(data, &random)
      guard spoiled != data else { continue }
      #expect(throws: AtomicStoreFormatError.self, "seed \(seed)") { try BinaryStoreFormat().decode(spoiled) }
    }
    for place in data.indices {
      var spoiled = data
      spoiled[place] ^= 0x10
      #expect(throws: AtomicStoreFormatError.self) { try BinaryStoreFormat().decode(spoiled) }
      #expect(throws: AtomicStoreFormatError.self) { try BinaryStoreFormat().decode(data[..<place]) }
    }
  }

  @Test("A damaged binary file whose checksum fits never traps")
  func forged() throws {
    let model = try Samples.model()
    var writer = ByteWriter()
    writer.put(try Self.contents())
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.files {
      let file = BinaryStoreFormat.sealed(Self.spoil(writer.bytes, &random))
      try Self.open({ try BinaryStoreFormat().decode(file) }, model)
    }
  }

  @Test("A spoiled XML file is refused or makes sense")
  func xml() throws {
    let model = try Samples.model()
    let data = XMLStoreFormat().encode(try Self.contents())
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.files {
      let spoiled = Self.spoil(data, &random)
      try Self.open({ try XMLStoreFormat().decode(spoiled) }, model)
    }
    for place in stride(from: 0, to: data.count, by: 7) {
      let last = data.count - 1
      guard place < last else { continue }
      #expect(throws: AtomicStoreFormatError.self) { try XMLStoreFormat().decode(data[..<place]) }
    }
  }

  @Test(
    "XML that is no store, or not understood, is refused with what is wrong",
    arguments: [
      ("", AtomicStoreFormatError.otherFormat), ("x", .otherFormat), ("<a/>", .otherFormat),
      ("SQLite format 3\0", .otherFormat), ("A store begins with\n<objectgraph version=\"1\">", .otherFormat),
      ("<!DOCTYPE html><p><objectgraph/></p>", .otherFormat),
      ("<a><objectgraph version=\"1\"/>", .otherFormat), ("<!-- <objectgraph/> --><a", .otherFormat),
      (
        "\u{FEFF}<?xml version='1.0'?>\r\n<!-- a -->\n<objectgraph",
        .damaged(reason: "the tag <objectgraph> is not well formed in line 3")
      ),
      ("<objectgraph version=\"2\"><new/></objectgraph>", .newerVersion(found: 2, supported: 1)),
      ("<objectgraph version=\"1\"/>", .damaged(reason: "identifier is missing in line 1")),
      ("<objectgraph\nversion='1'", .damaged(reason: "the tag <objectgraph> is not well formed in line 2")),
      (
        "<!DOCTYPE a [<!ENTITY b 'c'>]><objectgraph/>",
        .damaged(reason: "document types are not read in line 1")
      ),
      ("<objectgraph version='1' version='1'/>", .damaged(reason: "version is there twice in line 1")),
      ("<objectgraph a='&#0;'/>", .damaged(reason: "&#0; is unknown in line 1")),
      ("<objectgraph a='&#+65;'/>", .damaged(reason: "&#+65; is unknown in line 1")),
      ("<objectgraph a='&#x-0;'/>", .damaged(reason: "&#x-0; is unknown in line 1")),
      ("<objectgraph a='&b;'/>", .damaged(reason: "&b; is unknown in line 1")),
      ("<objectgraph a='\\u{+41}'/>", .damaged(reason: "“\\u{+41}” is badly escaped in line 1")),
      ("<objectgraph version='x'/>", .damaged(reason: "version is no whole number in line 1")),
    ])
  func refusedXML(text: String, error: AtomicStoreFormatError) {
    #expect(throws: error) { try XMLStoreFormat().decode(Data(text.utf8)) }
  }

  @Test("What people may write otherwise reads the same")
  func editedXML() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?>
      <!-- by hand -->
      <objectgraph version = '1'
        identifier='7C0E0000-0000-0000-0000-000000000001' ><entity hash='' next-key='2' name='N\r\nM'>
        <property type='string' name='n'></property><row version='1' key='1'><value name='n'
        >a&#x41;<![CDATA[<b>]]><!-- c -->&lt;\r\nd</value></row></entity></objectgraph >
      <!-- end -->
      """
    let contents = try XMLStoreFormat().decode(Data(text.utf8))
    #expect(contents.entities.first?.name == "N M")
    #expect(contents.entities.first?.rows.first?.values == [.string("aA<b><\nd")])
  }
}
