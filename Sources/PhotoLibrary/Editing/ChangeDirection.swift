/// The direction in which a change is changed back.
public enum ChangeDirection: Sendable {
  case undo
  case redo
}
