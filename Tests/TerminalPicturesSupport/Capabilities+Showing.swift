public import Terminal

extension Capabilities {
  /// Returns a terminal that shows pictures with that method.
  public static func showing(_ graphics: Graphics, colors: ColorDepth = .direct) -> Capabilities {
    var terminal = Capabilities()
    terminal.colorDepth = colors
    terminal.isComplete = true
    terminal.background = .rgb(16, 16, 16)
    switch graphics {
    case .kittyPlaceholders: terminal.product = Product(name: "kitty", version: [0, 38, 1])
    case .kittyPlacement: terminal.product = Product(name: "kitty", version: [0, 26, 5])
    case .iterm: terminal.product = Product(name: "WezTerm", version: [20_240_203])
    case .sixel: terminal.attributes = [62, 4]
    case .symbols: break
    }
    return terminal
  }
}
