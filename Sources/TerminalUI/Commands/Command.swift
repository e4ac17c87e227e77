/// Something the user can have done by a key.
@MainActor public struct Command {
  /// The description of the command.
  public let description: CommandDescription
  private let check: () -> Availability
  private let action: (Int?) -> Void

  /// Creates a command; `action` gets the count typed before the key, if any.
  public init(
    _ description: CommandDescription, availability: @escaping @MainActor () -> Availability = { .enabled },
    action: @escaping @MainActor (Int?) -> Void
  ) {
    self.description = description
    check = availability
    self.action = action
  }

  /// A Boolean value that indicates whether it can be called now, or why not.
  public var availability: Availability { check() }

  /// Performs the command if it is available, and returns whether it was.
  ///
  /// A command that takes no count is not performed with one, and the reason says so.
  @discardableResult
  public func perform(count: Int? = nil) -> Availability {
    if count != nil, !description.takesCount {
      let key = description.keys.first?.description ?? ""
      return .disabled(reason: "\(key) (\(description.title)) takes no number")
    }
    let availability = check()
    if availability == .enabled { action(count) }
    return availability
  }
}
