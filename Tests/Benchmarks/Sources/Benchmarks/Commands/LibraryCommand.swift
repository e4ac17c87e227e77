import Foundation

/// The command `make`, which makes a library of generated photos unless it is there.
struct LibraryCommand {
  private static let usage = "usage: benchmarks make FOLDER [--photos N]"

  private let library: KeptLibrary

  init(arguments: [String]) throws {
    let isCounted = arguments.count == 3 && arguments[1] == "--photos"
    guard let folder = arguments.first, isCounted || arguments.count == 1,
      let count = isCounted ? Int(arguments[2]) : 1_000_000, count > 0
    else { throw Refusal(Self.usage) }
    library = KeptLibrary(folder: URL(filePath: folder), count: count)
  }

  func run() async throws {
    let name = "\(library.count.formatted()) photos in \(library.folder.path)"
    guard let duration = try await library.make() else { return print("\(name) are there") }
    print("\(name), made in \(duration.seconds.formatted(.number.precision(.fractionLength(1)))) s")
  }
}
