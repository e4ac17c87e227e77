/// A method of showing pictures.
public enum Graphics: Hashable, Sendable, CaseIterable {
  /// Kitty's images in cells that name them: pictures that are text.
  case kittyPlaceholders
  /// Kitty's images at a place of the screen.
  case kittyPlacement
  /// Picture files as iTerm2 takes them.
  case iterm
  /// Sixel.
  case sixel
  /// Characters in colors.
  case symbols
}

extension Graphics {
  /// The best way to show pictures, or nil if none are wanted.
  ///
  /// The choice depends on the name and version that the terminal reports, then on its reported capabilities.
  /// Variables such as `TERM_PROGRAM` do not count: a terminal started from another one inherits them. Inside
  /// tmux, only what tmux passes through can be shown: placeholders, or sixel if tmux was built with it.
  public static func best(
    for terminal: Capabilities, environment: [String: String], choice: GraphicsChoice = .automatic
  ) -> Graphics? {
    switch choice {
    case .none: nil
    case .symbols: .symbols
    case .sixel: .sixel
    case .iterm: .iterm
    case .kitty where placesInCells(terminal, environment, isForced: true): .kittyPlaceholders
    case .kitty: placement(isInsideTmux: terminal.isInsideTmux)
    case .automatic where terminal.isInsideTmux: insideTmux(terminal, environment)
    case .automatic: byName(terminal, environment) ?? byCapability(terminal)
    }
  }

  /// The method for pictures of kitty that placeholders cannot show: placed on the screen, but as symbols inside tmux, where a
  /// placed picture could appear in another pane.
  public static func placement(isInsideTmux: Bool) -> Graphics { isInsideTmux ? .symbols : .kittyPlacement }

  /// Of what draws over cells, tmux passes on sixel only; the rest would stand in a wrong pane.
  private static func insideTmux(
    _ terminal: Capabilities, _ environment: [String: String]
  ) -> Graphics {
    if terminal.acceptsKittyPictures, placesInCells(terminal, environment) { return .kittyPlaceholders }
    return terminal.showsSixel ? .sixel : .symbols
  }

  /// Terminals of which it is known what they do best; nil for others.
  private static func byName(
    _ terminal: Capabilities, _ environment: [String: String]
  ) -> Graphics? {
    guard let product = terminal.product else {
      // Zellij before it reported a name.
      return environment["ZELLIJ"]?.isEmpty == false ? .symbols : nil
    }
    switch product.name.lowercased() {
    case "kitty", "ghostty":
      return placesInCells(terminal, environment) ? .kittyPlaceholders : .kittyPlacement
    case "wezterm", "iterm2", "mintty": return .iterm
    // VS Code's terminal says so only if its pictures are switched on.
    case "xterm.js": return terminal.showsSixel ? .iterm : .symbols
    case "konsole": return terminal.acceptsKittyPictures ? .kittyPlacement : nil
    // Zellij before 0.45, whose number is 4500, reports sixel in any terminal. From then on it answers for the terminal around
    // it, and draws no placeholders (zellij-org/zellij#5428, #5530).
    case "zellij" where product.isAtLeast("zellij", 4_500):
      return terminal.acceptsKittyPictures ? .kittyPlacement : nil
    case "zellij": return .symbols
    default: return nil
    }
  }

  private static func byCapability(_ terminal: Capabilities) -> Graphics {
    // Several terminals answer kitty's question, but only those known by name draw placeholders.
    if terminal.showsSixel { return .sixel }
    return terminal.acceptsKittyPictures ? .kittyPlacement : .symbols
  }

  /// Returns a Boolean value that indicates whether placeholders become pictures: their characters and the
  /// colors that name images must get there, and
  /// the terminal must be one that draws them.
  private static func placesInCells(
    _ terminal: Capabilities, _ environment: [String: String], isForced: Bool = false
  ) -> Bool {
    guard terminal.showsUnicode, terminal.colorDepth >= .palette256 else { return false }
    guard terminal.isInsideTmux else { return terminal.product.map(drawsPlaceholders) ?? false }
    if let outer = terminal.outerProduct { return isForced || drawsPlaceholders(outer) }
    // tmux keeps the outer terminal's name to itself; together with the answer, the traces of it will do.
    let traces = ["KITTY_WINDOW_ID", "KITTY_PID", "GHOSTTY_RESOURCES_DIR", "GHOSTTY_BIN_DIR"]
    return isForced || traces.contains { environment[$0]?.isEmpty == false }
  }

  private static func drawsPlaceholders(_ product: Capabilities.Product) -> Bool {
    product.isAtLeast("kitty", 0, 28) || product.isAtLeast("ghostty")
  }
}
