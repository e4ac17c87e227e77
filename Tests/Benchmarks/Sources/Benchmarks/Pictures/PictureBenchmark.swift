import Foundation
import Pictures

/// Decodes pictures and makes what terminals are given, one at a time.
struct PictureBenchmark {
  private nonisolated struct Run: Sendable {
    var decoding: Double
    var rendering: Double
    /// Processor time of both.
    var work: Double
    var output: Int
  }

  func run() async throws -> Part {
    var part = Part(
      title: "one picture",
      columns: [
        .init(title: "decode ms", digits: 2), .init(title: "render ms", digits: 2),
        .init(title: "both ms", digits: 2), .init(title: "processor ms", digits: 2),
        .init(title: "bytes or cells"),
      ])
    for width in [4_000, 1_024, 240] {
      let file = MadePictures.jpeg(width: width)
      // 4:3 on cells twice as high as wide.
      try await measure("thumbnail of \(width) px", file, columns: 18, rows: 7, &part)
      guard width != 240 else { continue }
      try await measure("100x38 of \(width) px", file, columns: 100, rows: 38, &part)
    }
    return part
  }

  private func measure(_ name: String, _ file: [UInt8], columns: Int, rows: Int, _ part: inout Part)
    async throws
  {
    for form in PictureForm.allCases {
      var runs: [Run] = []
      for _ in 0..<9 { runs.append(try await Self.run(form, file, columns: columns, rows: rows)) }
      part.rows.append(
        .init(
          name: "\(name), \(form.rawValue)",
          values: [
            Samples(runs.map(\.decoding)).median, Samples(runs.map(\.rendering)).median,
            Samples(runs.map { $0.decoding + $0.rendering }).median,
            Samples(runs.map(\.work)).median, Double(runs[0].output),
          ]))
    }
  }

  @concurrent
  private static func run(_ form: PictureForm, _ file: [UInt8], columns: Int, rows: Int) async throws -> Run {
    let (start, work) = (ContinuousClock.now, Machine.work)
    let picture = try PictureDecoder.decode(file, covering: form.pixels(columns: columns, rows: rows))
    let middle = ContinuousClock.now
    let output = form.render(picture.bitmap, columns: columns, rows: rows)
    return Run(
      decoding: (middle - start).milliseconds, rendering: (ContinuousClock.now - middle).milliseconds,
      work: (Machine.work - work).milliseconds, output: output)
  }
}
