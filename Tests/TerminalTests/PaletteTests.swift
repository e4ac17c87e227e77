import Testing

@testable import Terminal

@Suite("Colors on the background of the terminal")
struct PaletteTests {
  private static let backgrounds: [(UInt8, UInt8, UInt8)] =
    [
      // Black and white, and the backgrounds of xterm, GNOME, Solarized, Gruvbox, Nord and Dracula.
      (0, 0, 0), (255, 255, 255), (16, 16, 16), (30, 30, 30), (0, 43, 54), (253, 246, 227), (40, 40, 40),
      (251, 241, 199), (46, 52, 64), (40, 42, 54),
    ] + stride(from: 0, through: 255, by: 5).map { (UInt8($0), UInt8($0), UInt8($0)) }

  private func shown(_ style: Style) -> [Color] {
    let color = style.foreground
    // Many terminals show a bold color of the first eight as the bright one.
    return color.code < 8 ? [color, .palette(UInt8(color.code) + 8)] : [color]
  }

  @Test("A frame has a contrast of at least 3 wherever it has a color", arguments: backgrounds)
  func frames(background: (UInt8, UInt8, UInt8)) {
    let background = Color.rgb(background.0, background.1, background.2)
    for depth in [ColorDepth.palette8, .palette16, .palette256, .direct] {
      let frame = Palette(background: background, depth: depth)[.frame]
      #expect(frame.attributes.contains(.bold))
      guard frame.foreground != .standard else { continue }
      for color in shown(frame) { #expect(color.contrast(to: background) >= 3, "\(depth)") }
    }
  }

  @Test("With 256 colors a frame always has one, and on most backgrounds a contrast of at least 4.5")
  func many() {
    let contrasts = Self.backgrounds.map { background in
      let background = Color.rgb(background.0, background.1, background.2)
      return Palette(background: background, depth: .palette256)[.frame].foreground.contrast(to: background)
    }
    #expect(contrasts.allSatisfy { $0 >= 3 } && contrasts.count { $0 < 4.5 } <= contrasts.count / 20)
  }

  @Test("A terminal that does not report its background gets a frame visible on black and on white")
  func unknown() {
    let frame = Palette(background: nil, depth: .palette256)[.frame].foreground
    #expect(frame.contrast(to: .rgb(0, 0, 0)) >= 3 && frame.contrast(to: .rgb(255, 255, 255)) >= 3)
    #expect(Palette(background: nil, depth: .palette16)[.frame] == .bold)
  }

  @Test("An error has a contrast of at least 4.5, on any background")
  func errors() {
    for depth in [ColorDepth.palette8, .palette16, .palette256, .direct] {
      let error = Palette(background: nil, depth: depth)[.error]
      for color in shown(error) { #expect(color.contrast(to: error.background) >= 4.5, "\(depth)") }
    }
  }

  @Test("Without color, attributes make the difference")
  func none() {
    let palette = Palette(background: .rgb(255, 255, 255), depth: .none)
    #expect(palette[.frame] == .bold && palette[.error] == Style([.bold, .reverse]))
  }

  @Test("Each role has the style that the theme has for it, and the other roles have the built-in ones")
  func roles() {
    let background = Color.rgb(0, 0, 0)
    let styles = Dictionary(
      uniqueKeysWithValues: zip(StyleRole.allCases, UInt8(100)...).map { role, number in
        (role, Style(foreground: .palette(number)))
      })
    let themed = Palette(background: background, depth: .palette256, theme: Theme(styles: [.dark: styles]))
    let plain = Palette(background: background, depth: .palette256)
    for role in StyleRole.allCases {
      #expect(themed[role] == styles[role])
      let theme = Theme(styles: [.dark: styles.filter { $0.key == role }])
      let single = Palette(background: background, depth: .palette256, theme: theme)
      for other in StyleRole.allCases {
        #expect(single[other] == (other == role ? styles[role] : plain[other]))
      }
    }
    #expect(plain[.weak] == .dim && plain[.match] == Style(.underline) && plain[.cursor] == .reverse)
    #expect(plain[.strong] == .bold && plain[.heading] == .bold && plain[.title] == Style([.bold, .reverse]))
  }

  @Test("Contrast is that of WCAG")
  func contrast() {
    #expect(abs(Color.palette(16).contrast(to: .palette(231)) - 21) < 0.001)
    #expect(abs(Color.rgb(119, 119, 119).contrast(to: .rgb(255, 255, 255)) - 4.48) < 0.01)
    #expect(Color.palette(23).contrast(to: .rgb(0, 95, 95)) == 1)
    #expect(Color.palette(244).contrast(to: .rgb(128, 128, 128)) == 1)
    #expect(Color.standard.contrast(to: .black) == 1)
  }
}
