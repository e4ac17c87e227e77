internal import CMachine
import Flickr
import Foundation
import TestSupport

/// Decodes pages of Flickr's, beside what only makes dictionaries of them.
///
/// The folder that `RECORDINGS` names, if any, adds answers of Flickr's own.
struct DecodingBenchmark {
  private struct Answer {
    var name: String
    var bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    init(name: String, text: String) {
      self.init(name: name, bytes: Array(text.utf8))
    }
  }

  func run() throws -> Part {
    var part = Part(
      title: "decode",
      columns: [
        .init(title: "KB"), .init(title: "photos"), .init(title: "MB/s"),
        .init(title: "JSONDecoder MB/s"), .init(title: "JSONSerialization MB/s"),
        .init(title: "orjson MB/s"), .init(title: "simdjson MB/s"), .init(title: "peak MB"),
      ])
    for answer in try answers() { part.rows.append(try row(answer, isTimed: true)) }
    for answer in Self.largest { part.rows.append(try row(answer, isTimed: false)) }
    let peak = part.rows.compactMap(\.values.last).max() ?? .nan
    for row in part.rows { part.bars += Self.bars(of: row) }
    if let page = part.rows.first {
      part.check(.decoding, value: page.values[2] / page.values[3])
      if page.values[6].isFinite { part.check(.decodingVectors, value: page.values[2] / page.values[6]) }
    }
    part.bars.append(
      Bar(name: "peak memory of the largest answer", value: peak, limit: .atMost(512, .megabytes)))
    return part
  }

  /// Never slower than Foundation, which makes dictionaries only.
  ///
  /// orjson makes dictionaries with the processor's vector instructions: twice its time is what the records may cost.
  /// Those of feeds have to be read out of HTML within the JSON besides, which it passes over.
  private static func bars(of row: Part.Row) -> [Bar] {
    let (ours, foundation, orjson) = (row.values[2], row.values[4], row.values[5])
    guard ours.isFinite else { return [] }
    func bar(_ peer: String, _ speed: Double, _ limit: Double) -> Bar {
      Bar(name: "decode \(row.name), to \(peer)'s time", value: speed / ours, limit: .atMost(limit, .times))
    }
    let bars = [bar("JSONSerialization", foundation, 1)]
    return row.name.hasPrefix("feed") || !orjson.isFinite ? bars : bars + [bar("orjson", orjson, 2)]
  }

  private func answers() throws -> [Answer] {
    let photos = FlickrAnswers.photos(500)
    var answers = [
      Answer(name: "page of 250 photos, all extras", text: FlickrAnswers.page(photos: Array(photos[..<250]))),
      Answer(name: "page of 500 photos, all extras", text: FlickrAnswers.page(photos: photos)),
      Answer(name: "feed of 20 photos", text: FlickrAnswers.feed(photos: Array(photos[..<20]))),
    ]
    guard let folder = ProcessInfo.processInfo.environment["RECORDINGS"].map({ URL(filePath: $0) }) else {
      return answers
    }
    for name in ["getrecent-2013-allextras-100", "getrecent-2013-minimal-100", "feed-public-2017-20"] {
      let data = try Data(contentsOf: folder.appending(path: name + ".json"))
      answers.append(Answer(name: name, bytes: Array(data)))
    }
    return answers
  }

  /// Answers of 32 MB, which is the most that is taken, that hold the most in different ways.
  private static var largest: [Answer] {
    let photos = PhotoPageDecoder.mostPhotos
    func page(_ members: String) -> String {
      #"{"photos":{"photo":["#
        + Array(repeating: #"{"id":"1"\#(members)}"#, count: photos).joined(separator: ",")
        + "]}}"
    }
    let images = (0..<48).map { #","url_\#($0)":"u""# }.joined()
    let words = String(repeating: "x", count: 600)
    return [
      Answer(name: "\(photos) photos that say nothing", text: page("")),
      Answer(name: "\(photos) photos of 48 images", text: page(images)),
      Answer(name: "\(photos) photos of long titles", text: page(#","title":"\#(words)""#)),
      Answer(
        name: "a title of 32 MB",
        text: #"{"items":[{"link":"/photos/a/1/","title":""# + String(repeating: #"\u00e4"#, count: 5_500_000)
          + #""}]}"#),
    ]
  }

  private func row(_ answer: Answer, isTimed: Bool) throws -> Part.Row {
    let size = Double(answer.bytes.count)
    malloc_trim(0)
    let before = Machine.residentPeak(afterReset: true)
    let photos = try PhotoPageDecoder.decode(answer.bytes).records.count
    let peak = Machine.residentPeak(afterReset: false) - before
    var speeds = Array(repeating: Double.nan, count: 5)
    if isTimed {
      let data = Data(answer.bytes)
      // By turns, so that what else the machine does slows down all of them.
      let own = speed(
        size,
        [
          { _ = try? PhotoPageDecoder.decode(answer.bytes) }, { _ = try? PageJSON.photos(data) },
          { _ = try? JSONSerialization.jsonObject(with: data) },
        ])
      speeds[..<3] = own[...]
      if (try? PageJSON.photos(data).count) != photos { speeds[1] = .nan }
      speeds[3] = JSONPeer.orjson(data) ?? .nan
      speeds[4] = JSONPeer.simdjson(data, photos: photos) ?? .nan
    }
    return Part.Row(name: answer.name, values: [size / 1_000, Double(photos)] + speeds + [peak / 1_000_000])
  }

  /// The medians of 21 runs by turns, each of at least a millisecond, in MB a second of processor time.
  private func speed(_ size: Double, _ bodies: [() -> Void]) -> [Double] {
    let repetitions = max(1, Int(300_000 / size))
    var runs = bodies.map { _ in [Double]() }
    for _ in 0..<21 {
      for (index, body) in bodies.enumerated() {
        let start = Machine.threadWork
        for _ in 0..<repetitions { body() }
        runs[index].append(size * Double(repetitions) / (Machine.threadWork - start).seconds / 1_000_000)
      }
    }
    return runs.map { Samples($0).median }
  }
}
