import Glibc
import PictureBasics
import Terminal

/// Shows frames that are pasted into it, for tests of the screen in a real terminal.
///
/// A frame is a text of commands, one a line: see ``Frame``. Control-L repaints the screen, Control-Z suspends,
/// `q` quits, `x` traps, `p` runs a program in the terminal, `w` draws a frame until further input comes, `h` holds back
/// input until Control-L. The first argument names how pictures are shown, `auto` if there
/// is none; the others are the program and its arguments.
@main @MainActor struct PictureWalk {
  static func main() async throws {
    let screen = try Screen()
    let walk = Walk(
      screen: screen, choice: CommandLine.arguments.dropFirst().first.flatMap(GraphicsChoice.init))
    await walk.loop.run(
      handle: walk.handle, isUrgent: { $0 == .key(.control("l")) }, draw: walk.draw)
    screen.close()
  }
}

/// What is shown, and how.
@MainActor final class Walk {
  let loop: EventLoop
  private let choice: GraphicsChoice
  private var capabilities: Capabilities
  private var graphics: Graphics?
  private var frame = Frame("")
  private var paints = 0
  private var typed = ""
  private var drawsSlowly = false
  private var release: CheckedContinuation<Void, Never>?

  init(screen: Screen, choice: GraphicsChoice?) {
    loop = EventLoop(screen: screen)
    self.choice = choice ?? .automatic
    capabilities = screen.capabilities
    graphics = Graphics.best(for: capabilities, environment: [:], choice: self.choice)
  }

  func handle(_ event: InputEvent) {
    switch event {
    case .capabilities(let capabilities):
      self.capabilities = capabilities
      graphics = Graphics.best(for: capabilities, environment: ["KITTY_PID": "1"], choice: choice)
    case .paste(let text): frame = Frame(text)
    case .key(.control("l")):
      paints += 1
      loop.repaint()
      release?.resume()
      release = nil
    case .key(.control("z")): loop.suspend()
    case .key("q"), .hangup: loop.stop()
    case .key("x"): trap()
    case .key("p"): runProgram()
    case .key("w"): drawsSlowly = true
    case .key("h"):
      loop.holdInput(atMost: .seconds(600)) { await withCheckedContinuation { self.release = $0 } }
    case .key(let key): typed += key.description
    case .mouse, .resize: break
    }
  }

  private func runProgram() {
    loop.lendTerminal {
      let status = try? ForegroundProgram.run(Array(CommandLine.arguments.dropFirst(2)), environment: [])
      typed += status.map { "(\($0))" } ?? "(failed)"
    }
  }

  private func trap() { preconditionFailure("trapped on purpose") }

  /// Lets the time of an unfinished key pass, says so by the title of the window, and waits for input.
  private func waitForInput() {
    drawsSlowly = false
    usleep(100_000)
    let title = Array("\u{1b}]2;drawing\u{7}".utf8)
    write(STDOUT_FILENO, title, title.count)
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    poll(&input, 1, -1)
  }

  func draw(_ canvas: Canvas) {
    if drawsSlowly { waitForInput() }
    let maker = PictureMaker(
      graphics: graphics, cell: capabilities.cellSize, isInsideTmux: capabilities.isInsideTmux)
    for item in frame.items { item.draw(on: canvas, maker) }
    let name = capabilities.product?.name ?? "unknown"
    let state = capabilities.isComplete ? "complete" : "asking"
    let way = graphics.map { "\($0)" } ?? "nothing"
    let cell = "\(capabilities.cellSize.width)x\(capabilities.cellSize.height)"
    canvas.draw(
      "[\(name) paint \(paints) frame \(frame.number) \(state) \(way) \(cell) \(canvas.size.width)x\(canvas.size.height) typed \(typed)]",
      at: Point(x: 0, y: canvas.size.height - 1))
  }
}
