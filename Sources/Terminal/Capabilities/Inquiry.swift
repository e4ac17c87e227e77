import PictureBasics

/// Asks a terminal what it can do, and gathers the answers.
///
/// All questions go out in one write and none is waited for. The last is DA1, which every terminal answers and
/// answers in order: with it, nothing more is to come, except from a terminal that tmux stands before.
struct Inquiry {
  /// The capabilities known so far.
  private(set) var capabilities: Capabilities
  /// The queries that were sent; empty if the terminal must not be queried.
  let questions: String
  /// A Boolean value that indicates whether answers may still be on their way.
  private(set) var isAwaited = false
  private let surroundings: Surroundings
  /// A Boolean value that indicates whether the terminal around tmux is asked again, and has not said that it takes kitty's
  /// pictures, which is its last answer.
  private(set) var doubtsOuter = false

  /// The environment in which the program runs.
  struct Surroundings {
    /// A Boolean value that indicates whether the entry of the terminal's type begins its sequences as
    /// ECMA-48 says, and knows colors.
    var speaks = true
    /// `TERM`.
    var type = ""
    /// A Boolean value that indicates whether `TMUX` is set: in a pane of this machine.
    var hasTmux = false
    /// A Boolean value that indicates whether `COLORTERM` promises direct colors.
    var promisesDirectColor = false
    /// The color depth according to ncurses; `none` if colors are off.
    var colorDepth = ColorDepth.none
    /// A Boolean value that indicates whether the user limited the colors.
    var forcedDepth: ColorDepth?
    /// A Boolean value that indicates whether the locale is UTF-8.
    var showsUnicode = true
    /// Pixels of a cell by the line's own word.
    var cellSize: PixelSize?
  }

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    var known = Capabilities()
    known.isInsideTmux = surroundings.hasTmux || surroundings.type.hasPrefix("tmux")
    known.showsUnicode = surroundings.showsUnicode
    if let size = surroundings.cellSize { known.cellSize = size }
    questions = Self.questions(surroundings, isInsideTmux: known.isInsideTmux)
    isAwaited = !questions.isEmpty
    known.isComplete = questions.isEmpty
    capabilities = known
    capabilities.colorDepth = depth()
  }

  private init(questions: String) {
    surroundings = Surroundings()
    self.questions = questions
    capabilities = Capabilities()
    isAwaited = true
  }

  /// Asks only for what every terminal answers.
  static let ofIdentity = Inquiry(questions: "\u{1b}[c")

  /// Returns a question that the terminal answers when it has processed everything before; `nil` if it answers nothing.
  ///
  /// The answer is awaited from now on. It is that to DA1, which terminals answer in order.
  mutating func question(after askedAt: ContinuousClock.Instant?) -> String? {
    guard askedAt != nil, capabilities.attributes != nil else { return nil }
    isAwaited = true
    return Self.ofIdentity.questions
  }

  /// Asks for the size of a cell alone, which changes when the user makes the letters larger.
  static let cellSizeQuestion = "\u{1b}[16t"

  /// Asks for the color behind text.
  static let backgroundQuestion = "\u{1b}]11;?\u{1b}\\"

  /// Writes a character of ambiguous width, and asks where the cursor is then.
  ///
  /// Only for a screen that is cleared before it shows anything. The character is the one that Vim asks with.
  static let widthQuestion = "\u{1b}[\(widthRow);1H\u{25BD}\u{1b}[6n"
  /// The row of the question, from 1: not the first, in which the answer looks like a key.
  static let widthRow = 2

  private static let version = "\u{1b}[>q"
  /// A picture of one pixel that is looked at and not kept.
  private static let kitty = "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
  /// The questions that tmux passes on; it would take kitty's own for a title.
  private static let passedQuestions =
    "\u{1b}Ptmux;\((version + kitty).replacing("\u{1b}", with: "\u{1b}\u{1b}"))\u{1b}\\"

  /// The questions to the terminal around tmux, until it has answered one of them.
  ///
  /// tmux drops what it cannot pass on at once, such as while it draws a pane that was just opened.
  var outerQuestions: String {
    let isAnswered = !doubtsOuter && (capabilities.outerProduct != nil || capabilities.acceptsKittyPictures)
    return !isAnswered && questions.contains(Self.passedQuestions) ? Self.passedQuestions : ""
  }

  /// Has ``outerQuestions`` asked again: tmux may have been attached from another terminal.
  mutating func doubtOuter() { doubtsOuter = capabilities.isInsideTmux }

  /// Awaits no more answers of the terminal around tmux, and perhaps forgets it if it has not answered all questions again.
  mutating func endDoubt(forgetting: Bool) {
    guard doubtsOuter else { return }
    doubtsOuter = false
    if forgetting { (capabilities.outerProduct, capabilities.acceptsKittyPictures) = (nil, false) }
  }

  /// A question that the terminal around tmux answers if tmux passes on what is written at this time; `nil` if it would
  /// not be answered, or if there is no tmux.
  var passageQuestion: String? {
    capabilities.isInsideTmux && capabilities.acceptsKittyPictures ? Self.passedQuestions : nil
  }

  private static func questions(_ surroundings: Surroundings, isInsideTmux: Bool) -> String {
    guard surroundings.speaks, !mute.contains(where: surroundings.type.hasPrefix) else { return "" }
    var text = version
    if isInsideTmux {
      text += passedQuestions
    } else if !surroundings.type.hasPrefix("screen") {
      text += kitty
    }
    return text + cellSizeQuestion + backgroundQuestion + "\u{1b}[?2026$p\u{1b}[?5522$p\u{1b}[?u\u{1b}[c"
  }

  /// Types that do not answer, or show the question.
  private static let mute = [
    "linux", "vt", "dumb", "ansi", "pcansi", "cons25", "cygwin", "eterm", "sun", "fbterm",
  ]

  /// Takes an answer, however late.
  mutating func apply(_ answer: Answer) {
    switch answer {
    case .version(let text): apply(Capabilities.Product(spelled: text))
    case .attributes(let numbers):
      capabilities.attributes = numbers
      capabilities.isComplete = true
      isAwaited = false
    case .cellSize(let width, let height):
      answersCellSize = true
      capabilities.cellSize = .init(width: width, height: height)
    case .background(let color): capabilities.background = color
    case .brightness(let brightness): capabilities.brightness = brightness
    case .mode(2026, let isKnown): capabilities.synchronizesOutput = isKnown
    case .mode(5522, let isKnown): capabilities.acceptsClipboardData = isKnown
    case .keyboard: capabilities.distinguishesKeys = true
    case .mode, .clipboard: break
    case .cursor(let column): capabilities.drawsAmbiguousWide = column == 3
    case .kitty(let isFine):
      capabilities.acceptsKittyPictures = isFine
      doubtsOuter = false
    }
  }

  private mutating func apply(_ product: Capabilities.Product) {
    if product.name == "tmux" { capabilities.isInsideTmux = true }
    if capabilities.isInsideTmux, product.name != "tmux" {
      // Another terminal answers what it takes after its name, or nothing.
      if let former = capabilities.outerProduct, former.name != product.name {
        capabilities.acceptsKittyPictures = false
      }
      capabilities.outerProduct = product
    } else {
      capabilities.product = product
    }
    capabilities.colorDepth = depth()
  }

  /// Nothing more is waited for.
  mutating func giveUp() {
    isAwaited = false
    capabilities.isComplete = true
  }

  /// A Boolean value that indicates whether the terminal has reported the size of its cells and can therefore
  /// be queried again.
  private(set) var answersCellSize = false

  /// Takes the line's own word for the size of a cell, unless the terminal has said better.
  mutating func apply(lineCellSize: PixelSize?) {
    if !answersCellSize, let lineCellSize { capabilities.cellSize = lineCellSize }
  }

  private func depth() -> ColorDepth {
    if let forced = surroundings.forcedDepth { return forced }
    guard surroundings.colorDepth >= .palette8 else { return surroundings.colorDepth }
    let isKnown = capabilities.product.map { Self.direct.contains($0.name.lowercased()) } ?? false
    return surroundings.promisesDirectColor || isKnown ? .direct : surroundings.colorDepth
  }

  /// Terminals that support direct colors in every version that reports its name.
  private static let direct: Set = [
    "kitty", "ghostty", "wezterm", "foot", "iterm2", "konsole", "mintty", "xterm.js", "contour", "vte",
  ]
}
