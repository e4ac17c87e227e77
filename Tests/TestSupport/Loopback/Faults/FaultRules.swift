internal import Synchronization

/// When a fault happens: to which requests, and how often.
public struct FaultRule: Sendable {
  /// What goes wrong.
  public var fault: LoopbackFault
  /// What the path holds: `/rest/`, `.jpg`, the id of a photo; empty for any request.
  public var path = ""
  /// Arguments that the request has: `["method": "flickr.photos.search", "page": "2"]`.
  public var arguments: [String: String] = [:]
  /// How many of the requests that it is about pass before the first is hit.
  public var after = 0
  /// How many are hit in all; `nil` for all.
  public var count: Int?
  /// Which of them are hit: 1 every one, 3 every third.
  public var every = 1

  /// Makes a rule about any request.
  public init(_ fault: LoopbackFault) {
    self.fault = fault
  }

  func isAbout(_ request: LoopbackRequest, _ requestArguments: [String: String]) -> Bool {
    (path.isEmpty || request.path.contains(path))
      && arguments.allSatisfy { requestArguments[$0.key] == $0.value }
  }
}

/// The faults that are to happen; the first rule that hits a request counts.
public final class FaultRules: Sendable {
  private struct Entry {
    let rule: FaultRule
    var seen = 0
    var hits = 0
  }

  private let entries = Mutex<[Entry]>([])

  /// Makes a fault happen to requests whose path holds `path` and that have the arguments: `count` times, after so many
  /// that pass.
  ///
  /// A name that is no fault traps: tests know theirs.
  public func add(
    _ name: String, path: String = "", arguments: [String: String] = [:], after: Int = 0, count: Int? = nil,
    every: Int = 1
  ) {
    guard let fault = LoopbackFault(name) else { preconditionFailure("There is no fault named \(name).") }
    var rule = FaultRule(fault)
    rule.path = path
    rule.arguments = arguments
    rule.after = after
    rule.count = count
    rule.every = every
    add(rule)
  }

  /// Makes the fault of a rule happen.
  public func add(_ rule: FaultRule) {
    entries.withLock { $0.append(Entry(rule: rule)) }
  }

  /// Ends all faults.
  public func removeAll() {
    entries.withLock { $0 = [] }
  }

  /// The rules, each with how often it hit.
  public var all: [(rule: FaultRule, hits: Int)] {
    entries.withLock { $0.map { ($0.rule, $0.hits) } }
  }

  /// The fault that hits the request; it counts as hit then.
  func next(for request: LoopbackRequest) -> LoopbackFault? {
    entries.withLock { entries in
      guard !entries.isEmpty else { return nil }
      let arguments = request.arguments
      for index in entries.indices where entries[index].rule.isAbout(request, arguments) {
        let rule = entries[index].rule
        let number = entries[index].seen - rule.after
        entries[index].seen += 1
        guard number >= 0, number.isMultiple(of: max(1, rule.every)) else { continue }
        guard entries[index].hits < rule.count ?? .max else { continue }
        entries[index].hits += 1
        return rule.fault
      }
      return nil
    }
  }
}
