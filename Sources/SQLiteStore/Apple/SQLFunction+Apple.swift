internal import Foundation
internal import ObjectStore

extension SQLFunction {
  /// The functions that triggers in files of Apple's Core Data call.
  ///
  /// The triggers maintain derived attributes. Three of the functions report a changed value to Apple's row cache; here
  /// they do nothing, because the writer computes derived values itself. The others compute values. Their names occur
  /// in the triggers of files that the framework wrote.
  static let ofAppleTriggers: [SQLFunction] =
    [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ].map { name in SQLFunction(name: name, argumentCount: 5) { _ in .null } } + [
      derivation("NSCoreDataToLower") { $0.lowercased() },
      derivation("NSCoreDataToUpper") { $0.uppercased() },
      derivation("NSCoreDataCanonical") { TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive]) },
      now,
    ]

  /// Creates a function from text to text, which returns null for anything else.
  private static func derivation(
    _ name: String, _ body: @escaping @Sendable (String) -> String
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1) { arguments in
      guard case .string(let text) = arguments.first else { return .null }
      return .string(body(text))
    }
  }

  /// The time in seconds since 2001-01-01 00:00 UTC, as columns of dates hold it.
  private static let now = {
    var now = SQLFunction(name: "NSCoreDataNow", argumentCount: 0) { _ in
      .real(Date().timeIntervalSinceReferenceDate)
    }
    now.isDeterministic = false
    return now
  }()
}
