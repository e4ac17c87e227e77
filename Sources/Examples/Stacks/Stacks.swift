import ArgumentParser
import Foundation
import ObjectGraph

/// Six stacks import the same photos twice, to compare the work on the main actor and the visible changes.
struct Stacks: Example {
  static let configuration = CommandConfiguration(
    commandName: "stacks", abstract: "Six stacks of contexts, measured while they import photos twice.")

  @Option(help: "How many photos are imported.") var photos = 250

  func validate() throws {
    if photos < 0 { throw ValidationError("--photos must be at least 0.") }
  }

  /// The treatment of photos that already exist.
  private struct Way {
    var name: String
    var policy: MergePolicy
    var looksFirst = false

    static let all = [
      Way(name: "object trumps: the new one wins, property by property", policy: .objectTrumps),
      Way(name: "store trumps: the stored row stays as it is", policy: .storeTrumps),
      Way(
        name: "newPhotos: look first which are stored, and make the others", policy: .objectTrumps,
        looksFirst: true),
      Way(name: "overwrite: the new one replaces the whole row", policy: .overwrite),
      Way(name: "rollback: the new one is given up", policy: .rollback),
      Way(name: "a rule of one's own: the longer title wins", policy: .custom(longerTitle)),
      Way(name: "error: the second import is refused", policy: .error),
    ]

    private static let longerTitle = ConflictRule("the longer title wins") { conflict in
      guard case .string(let new)? = conflict.unsaved?["title"],
        case .string(let old)? = conflict.stored?["title"], new.count > old.count
      else { return .store }
      return .object
    }
  }

  /// The stacks.
  private enum Kind: String, CaseIterable {
    case oneContext = "one context"
    case document = "document"
    case writerAndMain = "writer, main"
    case worker = "writer, main, worker"
    case shared = "the same, shared"
    case late = "one context, saved late"

    @MainActor
    func open(_ folder: URL, _ policy: MergePolicy) async throws -> any Stack {
      let path = folder.appendingPathComponent("photos.sqlite").path
      switch self {
      case .oneContext: return try OneContextStack(path, policy)
      case .document: return try await DocumentStack(folder.appendingPathComponent("Photos.roll"), policy)
      case .writerAndMain: return try WriterAndMainStack(path, policy)
      case .worker: return try WorkerStack(path, policy)
      case .shared:
        try SharedStack.shared.open(path, policy)
        return SharedStack.shared
      case .late: return try LateStack(path, policy)
      }
    }
  }

  @MainActor
  func run(in folder: URL) async throws {
    print(
      """
      \(photos) photos are imported, and then the same ones again. “Held” is the longest time for which the main actor
      could do nothing else, in milliseconds. “Twice” is how many photos were ever seen twice at once by an observer of
      the main context; the last stack lets others look between import and save. Run it with “swift run -c release”: a
      debug build takes many times as long.
      """)
    let records = PhotoRecord.some(photos)
    var number = 0
    for way in Way.all {
      heading(way.name)
      line("", "held: first", "again", "twice")
      for kind in Kind.allCases {
        number += 1
        let place = folder.appendingPathComponent("\(number)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let stack = try await kind.open(place, way.policy)
        try await measure(stack, records, way, kind.rawValue)
      }
    }
  }

  @MainActor
  private func measure(
    _ stack: any Stack, _ records: [PhotoRecord], _ way: Way, _ name: String
  ) async throws {
    let watch = DuplicateWatch(stack.context)
    var held: [String] = []
    for _ in 0..<2 {
      var isRefused = false
      let hold = try await MainQueueBeat().longestHold {
        do {
          try await stack.load(records, onlyNew: way.looksFirst)
        } catch is ConflictError {
          stack.context.rollback()
          isRefused = true
        }
      }
      held.append(isRefused ? "refused" : milliseconds(hold))
    }
    let count = try stack.context.count(FetchRequest<PhotoModel.Photo>())
    line(name, held[0], held[1], "\(watch.most)")
    if count != records.count { print("  that left \(count) photos") }
    try await stack.close()
  }

  private func line(_ name: String, _ first: String, _ again: String, _ twice: String) {
    let cells = [first.leftPadding(to: 13), again.leftPadding(to: 9), twice.leftPadding(to: 7)]
    print("  " + name.padding(to: 24) + cells.joined())
  }

  private func milliseconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
