/// The mouse did something.
public struct MouseEvent: Hashable, Sendable {
  /// The action of the mouse.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press
    /// The same button went down again, at the same place and soon after.
    case doublePress
    /// The button went up.
    case release
    /// The mouse moved with a button down.
    case drag
    /// The wheel turned, away from the user.
    case wheelUp
    /// The wheel turned, towards the user.
    case wheelDown
  }

  /// A button.
  public enum Button: Hashable, Sendable {
    /// One of the three.
    case left, middle, right
  }

  /// The action of the mouse.
  public var action: Action
  /// With which button; the left one for the wheel.
  public var button: Button
  /// In which cell.
  public var point: Point
  /// With which keys held.
  public var modifiers: KeyEvent.Modifiers

  /// Creates a mouse event.
  public init(
    _ action: Action, button: Button = .left, at point: Point, modifiers: KeyEvent.Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
