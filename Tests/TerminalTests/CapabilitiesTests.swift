import PictureBasics
import Testing

@testable import Terminal

@Suite("Capabilities")
struct CapabilitiesTests {
  @Test(
    "Versions of terminals are reported in several spellings",
    arguments: [
      ("kitty(0.38.1)", "kitty", [0, 38, 1]), ("WezTerm 20240203-110809-5046fb22", "WezTerm", [20_240_203]),
      ("tmux 3.4", "tmux", [3, 4]), ("ghostty 1.0.1", "ghostty", [1, 0, 1]), ("XTerm(379)", "XTerm", [379]),
      ("foot(1.13.1-g12ab)", "foot", [1, 13, 1]), ("iTerm2 3.5.0beta", "iTerm2", [3, 5, 0]), ("", "", []),
      ("name", "name", []),
    ] as [(String, String, [Int])])
  func products(text: String, name: String, version: [Int]) {
    #expect(Capabilities.Product(spelled: text) == .init(name: name, version: version))
  }

  @Test(
    "come as answers, whole or byte by byte, and are no keys",
    arguments: [
      ("\u{1b}P>|kitty(0.38.1)\u{1b}\\", Answer.version("kitty(0.38.1)")),
      ("\u{1b}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1b}[?6c", .attributes([6])),
      ("\u{1b}[6;20;10t", .cellSize(width: 10, height: 20)), ("\u{1b}[?2026;2$y", .mode(2026, isKnown: true)),
      ("\u{1b}[?2026;0$y", .mode(2026, isKnown: false)), ("\u{1b}[?2026;4$y", .mode(2026, isKnown: false)),
      ("\u{1b}]11;rgb:1010/2020/ffff\u{1b}\\", .background(.rgb(16, 32, 255))),
      ("\u{1b}]11;rgb:f/0/8\u{07}", .background(.rgb(255, 0, 136))),
      ("\u{1b}[?997;1n", .brightness(.dark)), ("\u{1b}[?997;2n", .brightness(.light)),
      ("\u{1b}[2;2R", .cursor(column: 2)), ("\u{1b}[2;3R", .cursor(column: 3)),
      ("\u{1b}_Gi=31;OK\u{1b}\\", .kitty(isFine: true)),
      ("\u{1b}_Gi=31;ENOTSUP:no\u{1b}\\", .kitty(isFine: false)),
      ("\u{1b}]5522;type=write:status=DONE\u{1b}\\", .clipboard(.done, transfer: nil)),
      (
        "\u{1b}]5522;id=1:status=EIO:type=write;\u{07}",
        .clipboard(.refused(reason: "it reports EIO"), transfer: 1)
      ),
    ])
  func answers(text: String, answer: Answer) {
    var parser = InputParser()
    #expect(parser.parse("a\(text)b".utf8) == [.key("a"), .key("b")])
    #expect(parser.removeAnswers() == [answer])
    #expect(parser.removeAnswers() == [])
    var events: [InputEvent] = []
    for byte in "a\(text)b".utf8 {
      events += parser.parse([byte])
      if parser.isWaiting, parser.isInsideSequence { #expect(text.utf8.contains(byte)) }
    }
    #expect(events == [.key("a"), .key("b")])
    #expect(parser.removeAnswers() == [answer])
  }

  @Test(
    "are not read from anything else",
    arguments: [
      "\u{1b}[?997;3n", "\u{1b}[?6n", "\u{1b}[6;0;10t", "\u{1b}[8;24;80t", "\u{1b}[?1;2;3$y",
      "\u{1b}]11;red\u{07}", "\u{1b}]5522;type=read:status=DONE\u{07}", "\u{1b}]5522;type=write\u{07}",
      "\u{1b}]11;rgb:1/2\u{07}",
      "\u{1b}]11;rgb:10000/2/3\u{07}", "\u{1b}[>41;379;0c", "\u{1b}[?1;1R", "\u{1b}P0+r\u{1b}\\",
    ])
  func noAnswers(text: String) {
    var parser = InputParser()
    #expect(parser.parse("\(text)j".utf8) == [.key("j")])
    #expect(parser.removeAnswers() == [])
  }

  @Test("leave F3 with modifiers what it is, although it looks like the place of the cursor")
  func functionKey() {
    var parser = InputParser()
    #expect(parser.parse("\u{1b}[1;2R".utf8) == [.key(KeyEvent(.function(3), .shift))])
    #expect(parser.removeAnswers() == [])
  }

  @Test(
    "hold that characters of ambiguous width take two columns when the cursor is in the third",
    arguments: 2...3)
  func ambiguousWidth(column: Int) {
    var inquiry = Inquiry(.init(type: "xterm-256color"))
    #expect(!inquiry.capabilities.drawsAmbiguousWide)
    inquiry.apply(.cursor(column: column))
    #expect(inquiry.capabilities.drawsAmbiguousWide == (column == 3))
  }

  @Test("leave keys with Alt what they are, whatever is typed soon after")
  func alt() {
    var parser = InputParser()
    #expect(
      parser.parse("\u{1b}Pq\u{1b}]x\u{1b}_y".utf8) == [
        .key(.alt("P")), .key("q"), .key(.alt("]")), .key("x"), .key(.alt("_")), .key("y"),
      ])
  }

  @Test("Capabilities are complete with the last answer or after the timeout, and late answers count")
  func completion() {
    var inquiry = Inquiry(.init(type: "xterm-256color", colorDepth: .palette256))
    #expect(inquiry.questions.hasPrefix("\u{1b}[>q") && inquiry.questions.hasSuffix("\u{1b}[c"))
    inquiry.apply(.version("kitty(0.38.1)"))
    #expect(inquiry.isAwaited && !inquiry.capabilities.isComplete)
    #expect(inquiry.capabilities.colorDepth == .direct)
    inquiry.giveUp()
    #expect(!inquiry.isAwaited && inquiry.capabilities.isComplete)
    inquiry.apply(.kitty(isFine: true))
    inquiry.apply(.attributes([62, 4]))
    #expect(inquiry.capabilities.acceptsKittyPictures && inquiry.capabilities.showsSixel)
    inquiry.apply(lineCellSize: .init(width: 7, height: 14))
    #expect(inquiry.capabilities.cellSize == .init(width: 7, height: 14))
    inquiry.apply(.cellSize(width: 9, height: 18))
    inquiry.apply(lineCellSize: .init(width: 7, height: 14))
    #expect(inquiry.capabilities.cellSize == .init(width: 9, height: 18))
  }

  @Test("Inside tmux, capabilities are asked of the outer terminal too, and kept apart")
  func tmux() {
    var inquiry = Inquiry(.init(type: "screen-256color", hasTmux: true))
    #expect(inquiry.questions.contains("\u{1b}Ptmux;\u{1b}\u{1b}[>q\u{1b}\u{1b}_Gi=31"))
    #expect(!inquiry.questions.replacing("\u{1b}\u{1b}", with: "").contains("\u{1b}_G"))
    #expect(inquiry.outerQuestions.hasPrefix("\u{1b}Ptmux;\u{1b}\u{1b}[>q"))
    inquiry.apply(.version("tmux 3.4"))
    inquiry.apply(.attributes([62, 4]))
    #expect(inquiry.questions.contains(inquiry.outerQuestions) && !inquiry.outerQuestions.isEmpty)
    inquiry.apply(.version("kitty(0.38.1)"))
    #expect(inquiry.outerQuestions.isEmpty)
    #expect(Inquiry(.init(type: "xterm-256color")).outerQuestions.isEmpty)
    #expect(inquiry.capabilities.product == .init(name: "tmux", version: [3, 4]))
    #expect(inquiry.capabilities.outerProduct == .init(name: "kitty", version: [0, 38, 1]))
    #expect(!Inquiry(.init(type: "screen")).questions.contains("_G"))
  }

  @Test(
    "Inside tmux, the outer terminal is asked again, and forgotten if it is another one or does not answer")
  func otherOuterTerminal() {
    var inquiry = Inquiry(.init(type: "screen-256color", hasTmux: true))
    func answerAsKitty() {
      inquiry.apply(.version("kitty(0.38.1)"))
      inquiry.apply(.kitty(isFine: true))
    }
    inquiry.apply(.version("tmux 3.4"))
    answerAsKitty()
    let known = inquiry.capabilities
    // Without a doubt, nothing is asked, and nothing forgotten.
    inquiry.endDoubt(forgetting: true)
    #expect(inquiry.capabilities == known && inquiry.outerQuestions.isEmpty)
    inquiry.doubtOuter()
    #expect(!inquiry.outerQuestions.isEmpty && inquiry.capabilities == known)
    answerAsKitty()
    inquiry.endDoubt(forgetting: true)
    #expect(inquiry.capabilities == known && inquiry.outerQuestions.isEmpty)
    inquiry.doubtOuter()
    inquiry.apply(.version("XTerm(379)"))
    #expect(inquiry.capabilities.outerProduct?.name == "XTerm" && !inquiry.capabilities.acceptsKittyPictures)
    inquiry.endDoubt(forgetting: true)
    #expect(inquiry.capabilities.outerProduct == nil)
    inquiry.doubtOuter()
    answerAsKitty()
    #expect(inquiry.capabilities == known)
    inquiry.doubtOuter()
    inquiry.endDoubt(forgetting: true)
    #expect(inquiry.capabilities.outerProduct == nil && !inquiry.capabilities.acceptsKittyPictures)
    // An answer that comes late counts.
    answerAsKitty()
    #expect(inquiry.capabilities == known)
    // Behind another window of tmux, none gets the questions.
    inquiry.doubtOuter()
    inquiry.endDoubt(forgetting: false)
    #expect(inquiry.capabilities == known && inquiry.outerQuestions.isEmpty && !inquiry.doubtsOuter)
    var other = Inquiry(.init(type: "xterm-kitty"))
    other.apply(.version("kitty(0.38.1)"))
    other.apply(.kitty(isFine: true))
    other.doubtOuter()
    other.endDoubt(forgetting: true)
    #expect(other.outerQuestions.isEmpty && other.capabilities.acceptsKittyPictures)
  }

  @Test(
    "are not asked of terminals that may not understand",
    arguments: ["vt100", "vt220", "linux", "dumb", "ansi", "cygwin", "eterm-color"])
  func mute(type: String) {
    let inquiry = Inquiry(.init(type: type))
    #expect(inquiry.questions.isEmpty && !inquiry.isAwaited && inquiry.capabilities.isComplete)
    #expect(Inquiry(.init(speaks: false, type: "xterm")).questions.isEmpty)
  }

  @Test(
    "The number of colors is that of ncurses, more if the terminal has or promises more, or what the user chose",
    arguments: [
      (.init(colorDepth: .palette256), nil, .palette256),
      (.init(colorDepth: .palette256), "foot(1.1)", .direct),
      (.init(promisesDirectColor: true, colorDepth: .palette8), nil, .direct),
      (.init(promisesDirectColor: true, colorDepth: .none), "kitty(1)", .none),
      (.init(colorDepth: .palette256, forcedDepth: .palette16), "kitty(1)", .palette16),
    ] as [(Inquiry.Surroundings, String?, ColorDepth)])
  func depth(surroundings: Inquiry.Surroundings, version: String?, depth: ColorDepth) {
    var inquiry = Inquiry(surroundings)
    if let version { inquiry.apply(.version(version)) }
    #expect(inquiry.capabilities.colorDepth == depth)
  }
}

@Suite("The way to show pictures")
struct GraphicsTests {
  /// A terminal by what it answers, and how pictures are shown there best.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var capabilities = Capabilities()
    var environment: [String: String] = [:]
    let best: Graphics

    init(
      _ version: String, attributes: Set<Int> = [62], kitty: Bool = false, tmux: Bool = false,
      outer: String? = nil,
      unicode: Bool = true, depth: ColorDepth = .palette256, environment: [String: String] = [:],
      _ best: Graphics
    ) {
      testDescription = "\(version) \(outer ?? "") \(attributes.sorted()) \(environment)"
      self.best = best
      self.environment = environment
      capabilities.product = version.isEmpty ? nil : .init(spelled: version)
      capabilities.outerProduct = outer.map(Capabilities.Product.init(spelled:))
      capabilities.attributes = attributes
      capabilities.acceptsKittyPictures = kitty
      capabilities.isInsideTmux = tmux
      capabilities.showsUnicode = unicode
      capabilities.colorDepth = depth
    }
  }

  private static let examples = [
    Example("kitty(0.38.1)", kitty: true, .kittyPlaceholders),
    Example("kitty(0.28.0)", kitty: true, .kittyPlaceholders),
    Example("kitty(0.26.5)", kitty: true, .kittyPlacement),
    Example("ghostty 1.0.1", kitty: true, .kittyPlaceholders),
    Example("kitty(0.38.1)", kitty: true, unicode: false, .kittyPlacement),
    Example("kitty(0.38.1)", kitty: true, depth: .none, .kittyPlacement),
    Example("WezTerm 20240203", attributes: [65, 4], kitty: true, .iterm),
    Example("iTerm2 3.5.0", kitty: true, .iterm),
    Example("mintty 3.6.1", attributes: [64, 4], .iterm),
    Example("xterm.js(5.5.0)", attributes: [62, 4], .iterm),
    Example("xterm.js(5.5.0)", attributes: [1, 2], .symbols),
    Example("Konsole 22.12.3", attributes: [62, 4], kitty: true, .kittyPlacement),
    Example("Zellij(4500)", attributes: [62, 4, 52], kitty: true, .kittyPlacement),
    Example("Zellij(4501)", attributes: [62, 4, 52], .sixel),
    Example("Zellij(4501)", attributes: [62, 52], environment: ["KITTY_WINDOW_ID": "1"], .symbols),
    Example("Zellij(4401)", attributes: [62, 4, 52], .symbols),
    Example("", attributes: [62, 4], environment: ["ZELLIJ": "0"], .symbols),
    Example("foot(1.13.1)", attributes: [62, 4], environment: ["ZELLIJ": "0"], .sixel),
    Example("Konsole 20.12", .symbols), Example("foot(1.13.1)", attributes: [62, 4, 22], .sixel),
    Example("XTerm(379)", attributes: [63, 4], .sixel),
    Example("XTerm(379)", attributes: [64, 22], .symbols),
    Example("", attributes: [61, 4, 6], .sixel), Example("mlterm(3.9)", attributes: [63, 4], .sixel),
    Example("Warp", kitty: true, .kittyPlacement), Example("", .symbols),
    Example("", environment: ["TERM_PROGRAM": "WezTerm", "KITTY_WINDOW_ID": "1"], .symbols),
    Example("XTerm(379)", environment: ["TERM_PROGRAM": "iTerm.app"], .symbols),
    Example("tmux 3.4", attributes: [1, 2, 4], tmux: true, .sixel),
    Example("tmux 3.3a", attributes: [1, 2], tmux: true, .symbols),
    Example("tmux 3.4", kitty: true, tmux: true, outer: "kitty(0.38.1)", .kittyPlaceholders),
    Example("tmux 3.4", kitty: true, tmux: true, outer: "kitty(0.26.5)", .symbols),
    Example("tmux 3.4", kitty: true, tmux: true, outer: "WezTerm 2024", .symbols),
    Example("tmux 3.4", kitty: true, tmux: true, .symbols),
    Example("tmux 3.4", kitty: true, tmux: true, environment: ["KITTY_WINDOW_ID": "1"], .kittyPlaceholders),
    Example("tmux 3.4", tmux: true, environment: ["KITTY_WINDOW_ID": "1"], .symbols),
  ]

  @Test("follows from who the terminal is, then from what it can do", arguments: examples)
  func best(example: Example) {
    #expect(Graphics.best(for: example.capabilities, environment: example.environment) == example.best)
  }

  @Test(
    "The way to show pictures is what the user chooses",
    arguments: [
      ("symbols", .symbols), ("sixel", .sixel), ("iterm", .iterm), ("kitty", .kittyPlacement), ("none", nil),
      ("auto", .symbols),
    ] as [(String, Graphics?)])
  func choice(name: String, expected: Graphics?) throws {
    let choice = try #require(GraphicsChoice(rawValue: name))
    #expect(Graphics.best(for: Capabilities(), environment: [:], choice: choice) == expected)
    let kitty = Example("kitty(0.38.1)", kitty: true, .kittyPlaceholders).capabilities
    if choice == .kitty {
      #expect(Graphics.best(for: kitty, environment: [:], choice: choice) == .kittyPlaceholders)
    }
  }
}
