import Terminal
import Testing

@testable import Browser

@MainActor @Suite("The stack of screens")
struct ScreenStackTests {
  private final class Layer: BrowserScreen {
    var text: [String] { [] }
    let place: BrowserCommand.Place?
    let isOpaque: Bool
    let sharesFocus: Bool

    init(_ place: BrowserCommand.Place? = nil, isOpaque: Bool = false, sharesFocus: Bool = false) {
      self.place = place
      self.isOpaque = isOpaque
      self.sharesFocus = sharesFocus
    }

    func layout(_ size: Size) {}
    func draw(in canvas: Canvas, isFocused: Bool) {}
    func handle(_ event: InputEvent, in browser: Browser) {}
  }

  private let lists = Layer(.lists, isOpaque: true)
  private let photo = Layer(.photo, isOpaque: true)
  private let prompt = Layer(sharesFocus: true)
  private let help = Layer()

  @Test("Keys call the commands of the topmost screen that has some")
  func places() {
    var stack = ScreenStack(lists)
    #expect(stack.place == .lists && stack.takesCommands)
    stack.push(photo)
    #expect(stack.place == .photo && stack.takesCommands)
    stack.push(help)
    #expect(stack.place == .photo && !stack.takesCommands)
    #expect(stack.top === help)
  }

  @Test("A photo opens below what is open over the lists, and closes there")
  func order() {
    var stack = ScreenStack(lists)
    stack.push(help)
    stack.insertBelowOverlays(photo)
    #expect(stack.screens.map(ObjectIdentifier.init) == [lists, photo, help].map(ObjectIdentifier.init))
    #expect(stack.visible.first === photo)
    stack.remove(photo)
    #expect(stack.visible.first === lists && stack.top === help)
  }

  @Test("The first screen never closes, and no screen is open twice")
  func ends() {
    var stack = ScreenStack(lists)
    stack.remove(lists)
    stack.push(help)
    stack.push(help)
    #expect(stack.screens.count == 2)
    #expect(stack.contains(lists) && stack.contains(help) && !stack.contains(photo))
  }

  @Test("A list looks focused below a prompt, not below the help")
  func focus() {
    var stack = ScreenStack(lists)
    stack.push(prompt)
    #expect(stack.isFocused(lists) && stack.isFocused(prompt))
    stack.push(help)
    #expect(!stack.isFocused(lists) && !stack.isFocused(prompt) && stack.isFocused(help))
  }
}
