internal import Synchronization

/// A rule that selects the requests that a fault affects.
public struct FaultRule: Sendable {
  /// The fault.
  public var fault: LoopbackFault
  /// A part of the path: `/rest/`, `.jpg`, or the ID of a photo; empty for any request.
  public var path = ""
  /// Arguments that the request must have: `["method": "flickr.photos.search", "page": "2"]`.
  public var arguments: [String: String] = [:]
  /// The number of matching requests before the first one that is affected.
  public var after = 0
  /// The number of requests that are affected; `nil` for all.
  public var count: Int?
  /// The interval between affected requests: 1 for every one, 3 for every third.
  public var every = 1

  /// Creates a rule for any request.
  public init(_ fault: LoopbackFault) {
    self.fault = fault
  }

  func isAbout(_ request: LoopbackRequest, _ requestArguments: [String: String]) -> Bool {
    (path.isEmpty || request.path.contains(path))
      && arguments.allSatisfy { requestArguments[$0.key] == $0.value }
  }
}

/// The active fault rules; the first rule that affects a request applies.
public final class FaultRules: Sendable {
  private struct Entry {
    let rule: FaultRule
    var seen = 0
    var hits = 0
  }

  private let entries = Mutex<[Entry]>([])

  /// Adds a fault for requests with a path that contains `path` and with the arguments.
  ///
  /// The first `after` of these requests are not affected, then every `every`th one, `count` in all.
  ///
  /// - Precondition: The name is that of a fault.
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

  /// Adds a rule.
  public func add(_ rule: FaultRule) {
    entries.withLock { $0.append(Entry(rule: rule)) }
  }

  /// Removes all rules.
  public func removeAll() {
    entries.withLock { $0 = [] }
  }

  /// The rules, each with the number of requests that it has affected.
  public var all: [(rule: FaultRule, hits: Int)] {
    entries.withLock { $0.map { ($0.rule, $0.hits) } }
  }

  /// Returns the fault for a request, and counts it.
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
