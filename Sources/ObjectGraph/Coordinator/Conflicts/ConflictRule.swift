/// A custom rule that resolves conflicts, as in ``MergePolicy/custom(_:)``.
///
/// ```swift
/// context.mergePolicy = .custom(ConflictRule("most views") { conflict in
///   guard case .integer(let mine)? = conflict.unsaved?["views"],
///     case .integer(let theirs)? = conflict.stored?["views"]
///   else { return .store }
///   return .values(["views": .integer(max(mine, theirs))])
/// })
/// ```
///
/// The closure must return quickly. It is called on the writer's queue, within the transaction. If a new
/// object has the unique values of an object that the context already shows, it is called in the isolation of
/// the context. The save throws the errors of the closure.
public struct ConflictRule: Sendable, Hashable, CustomStringConvertible {
  /// The name of the rule.
  public let description: String
  let resolve: @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  private let identity = Identity()

  /// An object whose identity distinguishes rules that have the same name.
  private final class Identity: Sendable {}

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The name of the rule in errors and logs.
  ///   - resolve: The closure that resolves a conflict. The save fails with the errors that it throws.
  public init(
    _ name: String, _ resolve: @escaping @Sendable (MergeConflict) throws -> MergeConflict.Resolution
  ) {
    description = name
    self.resolve = resolve
  }

  /// Returns a Boolean value that indicates whether two rules are copies of the same rule.
  public static func == (left: ConflictRule, right: ConflictRule) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity of the rule.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
