/// The styles of a user interface, chosen so that they can be read on the terminal's background.
public struct Palette: Hashable, Sendable {
  private let frame: Style
  private let title: Style
  private let cursor: Style
  private let heading: Style
  private let strong: Style
  private let weak: Style
  private let match: Style
  private let error: Style

  /// Returns the style of a role.
  public subscript(role: StyleRole) -> Style {
    switch role {
    case .frame: frame
    case .title: title
    case .cursor: cursor
    case .heading: heading
    case .strong: strong
    case .weak: weak
    case .match: match
    case .error: error
    }
  }

  /// Chooses styles.
  ///
  /// Of the built-in ones, a frame has a contrast of at least 3 to the background (WCAG 2.2, 1.4.11), and text one of at
  /// least 4.5 (1.4.3). Without color, and where none of the colors can be seen, attributes alone make the difference.
  ///
  /// - Parameters:
  ///   - background: The RGB background color; `nil` if the terminal did not report it.
  ///   - depth: The number of available colors; without any, the theme is not used.
  ///   - theme: The user's choice.
  public init(background: Color?, depth: ColorDepth, theme: Theme = Theme()) {
    let reported = background.map { $0.isLight ? Theme.Brightness.light : .dark }
    var background = background
    if let wanted = theme.brightness, wanted != reported {
      background = wanted == .light ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
    }
    let chosen = depth == .none ? nil : theme.styles[theme.brightness ?? reported ?? .dark]
    func style(of role: StyleRole) -> Style {
      chosen?[role] ?? Self.builtIn(role, on: background, depth)
    }
    frame = style(of: .frame)
    title = style(of: .title)
    cursor = style(of: .cursor)
    heading = style(of: .heading)
    strong = style(of: .strong)
    weak = style(of: .weak)
    match = style(of: .match)
    error = style(of: .error)
  }

  private static func builtIn(_ role: StyleRole, on background: Color?, _ depth: ColorDepth) -> Style {
    switch role {
    case .frame: frameColor(on: background, depth).map { Style(foreground: $0, .bold) } ?? .bold
    case .title: Style([.bold, .reverse])
    case .cursor: .reverse
    case .heading, .strong: .bold
    case .weak: .dim
    case .match: Style(.underline)
    case .error:
      switch depth {
      case .none: Style([.bold, .reverse])
      case .palette8, .palette16: Style(foreground: .white, background: .red, .bold)
      case .palette256, .direct: Style(foreground: .palette(231), background: .palette(124), .bold)
      }
    }
  }

  private static func frameColor(on background: Color?, _ depth: ColorDepth) -> Color? {
    let candidates: [Color]
    switch (depth, background) {
    case (.none, _): return nil
    // A terminal that does not report its background gets a color that is visible on black and on white.
    case (.palette256, nil), (.direct, nil): return .palette(31)
    case (.palette8, nil), (.palette16, nil): return nil
    case (.palette8, let background?), (.palette16, let background?):
      candidates = background.isLight ? [.blue] : [.cyan]
    case (.palette256, let background?), (.direct, let background?):
      candidates = (background.isLight ? [30, 23, 16] : [44, 51, 231]).map { Color.palette($0) }
    }
    guard let background else { return nil }
    // Many terminals show a bold color of the first eight as the bright one.
    func contrast(_ color: Color) -> Double {
      let shown = color.code < 8 ? [color, .palette(UInt8(color.code) + 8)] : [color]
      return shown.map { $0.contrast(to: background) }.min() ?? 1
    }
    return candidates.first { contrast($0) >= 4.5 }
      ?? candidates.filter { contrast($0) >= 3 }.max { contrast($0) < contrast($1) }
  }
}
