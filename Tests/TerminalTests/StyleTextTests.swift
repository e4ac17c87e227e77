import Testing

@testable import Terminal

@Suite("A style in words")
struct StyleTextTests {
  @Test(
    "has attributes, a color and a color behind, in any case and order",
    arguments: [
      ("bold", Style.bold), ("plain", .plain), ("  Red ", Style(foreground: .red)),
      ("bold #ffaa00 on black", Style(foreground: .rgb(255, 170, 0), background: .black, .bold)),
      ("on 214 underline", Style(background: .palette(214), .underline)),
      ("bright-white on default", Style(foreground: .palette(15))),
      ("dim reverse 0", Style(foreground: .black, [.dim, .reverse])),
    ])
  func styles(text: String, style: Style) throws {
    #expect(try Style(text: text) == style)
  }

  @Test(
    "names the word that is wrong",
    arguments: [
      ("", ""), ("pink", "pink"), ("bold 256", "256"), ("red on", "on"), ("on on red", "on"),
      ("#fff", "#fff"), ("#12345g", "#12345g"), ("-1", "-1"), ("٣", "٣"), ("bright-bold", "bright-bold"),
    ])
  func errors(text: String, word: String) {
    #expect(throws: StyleTextError(word: word)) { try Style(text: text) }
  }

  @Test("over another one adds attributes, and colors where it has some")
  func overlay() throws {
    let under = try Style(text: "bold red on blue")
    #expect(
      under.overlaid(by: try Style(text: "underline")) == (try Style(text: "bold underline red on blue")))
    #expect(under.overlaid(by: try Style(text: "green")) == (try Style(text: "bold green on blue")))
  }

  @Test("of a theme counts on its background, and without colors not at all")
  func themes() throws {
    let red = Style(foreground: .red)
    let theme = Theme(styles: [.light: [.frame: red]])
    let (white, black) = (Color.rgb(255, 255, 255), Color.rgb(0, 0, 0))
    #expect(Palette(background: white, depth: .palette16, theme: theme)[.frame] == red)
    #expect(Palette(background: white, depth: .none, theme: theme)[.frame] == .bold)
    #expect(Palette(background: black, depth: .palette16, theme: theme)[.frame] != red)
    #expect(Palette(background: nil, depth: .palette16, theme: theme)[.frame] != red)
    var forced = theme
    forced.brightness = .light
    #expect(Palette(background: black, depth: .palette16, theme: forced)[.frame] == red)
    forced.styles = [:]
    #expect(
      Palette(background: nil, depth: .palette16, theme: forced)
        == Palette(background: white, depth: .palette16))
  }
}
