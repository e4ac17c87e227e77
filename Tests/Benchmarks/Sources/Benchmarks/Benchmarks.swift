import Foundation

/// What is measured, where the built program is, and where the figures go.
struct Benchmarks {
  private static let usage =
    "usage: benchmarks --program FILE --json FILE [--photos N] [import] [keys] [commands] [objects] [pictures] [flickr]"
  private static let all = ["import", "keys", "commands", "objects", "pictures", "flickr"]
  /// The parts of `pictures`, each of which can be chosen alone.
  private static let pictures = ["picture", "sheet", "peers", "memory"]

  private let program: String
  private let json: URL
  private let names: [String]
  /// The size of the libraries, if not the usual ones: for profiling.
  private let count: Int?

  init(arguments: [String]) throws {
    var rest = arguments
    func option(_ name: String) throws -> String {
      guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { throw Refusal(Self.usage) }
      defer { rest.removeSubrange(index...index + 1) }
      return rest[index + 1]
    }
    program = try option("--program")
    json = URL(filePath: try option("--json"))
    count = rest.contains("--photos") ? Int(try option("--photos")) : nil
    guard rest.allSatisfy((Self.all + Self.pictures).contains) else { throw Refusal(Self.usage) }
    names = (rest.isEmpty ? Self.all : rest).flatMap { $0 == "pictures" ? Self.pictures : [$0] }
  }

  func run() async throws {
    let started = Date()
    let libraries = MadeLibraries()
    var report = Report()
    var made: PictureFolders?
    func folders() async throws -> PictureFolders {
      if let made { return made }
      let folders = try await PictureFolders(libraries, count: count ?? 600)
      made = folders
      return folders
    }
    func counts(_ usual: [Int]) -> [Int] { count.map { [$0] } ?? usual }
    for name in names {
      let parts =
        switch name {
        case "import": [try await ImportBenchmark(counts: counts([250, 10_000, 100_000])).run()]
        case "keys":
          try await KeyBenchmark(program: program, libraries: libraries, counts: counts([600, 100_000])).run()
        case "picture": [try await PictureBenchmark().run()]
        case "sheet": try await SheetBenchmark(program: program, folders: folders()).run()
        case "memory": [try await SheetBenchmark(program: program, folders: folders()).runMemory()]
        case "peers": [try await PeerBenchmark(program: program, folders: folders()).run()]
        case "objects": try await ObjectsBenchmark(counts: counts([10_000, 100_000])).run()
        case "flickr": [try DecodingBenchmark().run(), try await RefreshBenchmark().run()]
        default:
          [try await CommandBenchmark(program: program, libraries: libraries, count: count ?? 100_000).run()]
        }
      for part in parts {
        print(part.table)
        // Each table as soon as it is there, also into a file.
        fflush(nil)
        report.parts.append(part)
      }
    }
    print(report.barTable)
    try report.json().write(to: json)
    print("\(Machine.description)\n\(Int(Date().timeIntervalSince(started))) s; figures in \(json.path)")
  }
}

/// Why nothing could be measured.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
