import Foundation

/// What several runs of one thing gave.
nonisolated struct Samples {
  private(set) var sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var median: Double { quantile(0.5) }
  var minimum: Double { sorted.first ?? .nan }
  var maximum: Double { sorted.last ?? .nan }

  /// The value that the share `part` of all samples does not exceed (nearest rank).
  func quantile(_ part: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1)]
  }
}

extension Duration {
  nonisolated var seconds: Double { self / .seconds(1) }
  nonisolated var milliseconds: Double { self / .milliseconds(1) }
}

/// The duration and the processor time of work, of all threads of this process.
nonisolated struct Cost {
  var time = Duration.zero
  var work = Duration.zero

  static func + (first: Cost, second: Cost) -> Cost {
    Cost(time: first.time + second.time, work: first.work + second.work)
  }
}

/// Measures work.
func cost(_ body: () async throws -> Void) async rethrows -> Cost {
  let work = Machine.work
  let time = try await time(body)
  return Cost(time: time, work: Machine.work - work)
}

/// How long something took.
func time(_ body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await body()
  return ContinuousClock.now - start
}
