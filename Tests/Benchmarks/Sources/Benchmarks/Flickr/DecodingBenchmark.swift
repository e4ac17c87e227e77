internal import CMalloc
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
        .init(title: "JSONSerialization MB/s"),
        .init(title: "orjson MB/s"), .init(title: "peak MB"),
      ])
    for answer in try answers() { part.rows.append(try row(answer, isTimed: true)) }
    for answer in Self.largest { part.rows.append(try row(answer, isTimed: false)) }
    let peak = part.rows.compactMap(\.values.last).max() ?? .nan
    for row in part.rows { part.bars += Self.bars(of: row) }
    part.bars.append(Bar(name: "peak memory of the largest answer", value: peak, limit: 512, unit: "MB"))
    return part
  }

  /// Never slower than Foundation, which makes dictionaries only.
  ///
  /// orjson makes dictionaries with the processor's vector instructions: twice its time is what the records may cost.
  /// Those of feeds have to be read out of HTML within the JSON besides, which it passes over.
  private static func bars(of row: Part.Row) -> [Bar] {
    let (ours, foundation, orjson) = (row.values[2], row.values[3], row.values[4])
    guard ours.isFinite else { return [] }
    func bar(_ peer: String, _ speed: Double, _ limit: Double) -> Bar {
      Bar(name: "decode \(row.name), to \(peer)'s time", value: speed / ours, limit: limit, unit: "times")
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
    var speeds = [Double.nan, .nan, .nan]
    if isTimed {
      speeds[0] = speed(size) { _ = try? PhotoPageDecoder.decode(answer.bytes) }
      let data = Data(answer.bytes)
      speeds[1] = speed(size) { _ = try? JSONSerialization.jsonObject(with: data) }
      speeds[2] = Orjson.speed(data) ?? .nan
    }
    return Part.Row(name: answer.name, values: [size / 1_000, Double(photos)] + speeds + [peak / 1_000_000])
  }

  /// The median of 21 runs, each of at least a millisecond, in MB/s.
  private func speed(_ size: Double, _ body: () -> Void) -> Double {
    let repetitions = max(1, Int(300_000 / size))
    body()
    let runs = (0..<21).map { _ in
      let start = ContinuousClock.now
      for _ in 0..<repetitions { body() }
      return size * Double(repetitions) / (ContinuousClock.now - start).seconds / 1_000_000
    }
    return Samples(runs).median
  }
}

/// Python's fastest reader of JSON, where it is installed.
private enum Orjson {
  private static let script = """
    import sys, time, statistics, orjson
    data = open(sys.argv[1], "rb").read()
    times = []
    for _ in range(50):
        start = time.perf_counter()
        orjson.loads(data)
        times.append(time.perf_counter() - start)
    print(len(data) / statistics.median(times) / 1e6)
    """

  static func speed(_ data: Data) -> Double? {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, file.path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try data.write(to: file)
      try process.run()
    } catch {
      return nil
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
