import Foundation

/// The command `make`, which makes a library of generated photos unless it is there.
struct LibraryCommand {
  private static let usage = "usage: benchmarks make FOLDER [--photos N] [--pages-per-save N]"

  private let library: KeptLibrary

  init(arguments: [String]) throws {
    var arguments = Arguments(arguments, usage: Self.usage)
    let count = try arguments.number("--photos") ?? 1_000_000
    let pagesPerSave = try arguments.number("--pages-per-save") ?? KeptLibrary.usualPagesPerSave
    guard let folder = arguments.rest.first, arguments.rest.count == 1, count > 0, pagesPerSave > 0 else {
      throw Refusal(Self.usage)
    }
    library = KeptLibrary(folder: URL(filePath: folder), count: count, pagesPerSave: pagesPerSave)
  }

  func run() async throws {
    let name = "\(library.count.grouped) photos in \(library.folder.path)"
    var duration: Duration?
    let work = try await cost { duration = try await library.make() }.work
    guard let duration else { return print("\(name) are there") }
    let times = [duration, work].map { $0.seconds.formatted(.number.precision(.fractionLength(1))) }
    print("\(name), made in \(times[0]) s (\(times[1]) s of processor time)")
  }
}
