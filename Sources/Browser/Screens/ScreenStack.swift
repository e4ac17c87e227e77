/// The screens that are open, the topmost last; the first is always there.
struct ScreenStack {
  private(set) var screens: [any BrowserScreen]
  /// The frame that was drawn last.
  var frame: BrowserFrame?

  /// Creates a stack of one screen, which never closes.
  init(_ first: any BrowserScreen) { screens = [first] }

  /// The screen that events go to.
  var top: any BrowserScreen { screens[screens.count - 1] }

  /// Returns the topmost screen of a type.
  func first<Screen: BrowserScreen>(_ type: Screen.Type) -> Screen? {
    screens.reversed().lazy.compactMap { $0 as? Screen }.first
  }

  /// The place whose commands can be called.
  var place: BrowserCommand.Place { screens.reversed().lazy.compactMap(\.place).first ?? .lists }

  /// A Boolean value that indicates whether keys call commands now.
  var takesCommands: Bool { top.place != nil }

  /// The screens that can be seen, the topmost last.
  var visible: ArraySlice<any BrowserScreen> {
    screens[(screens.lastIndex { $0.isOpaque } ?? 0)...]
  }

  /// The screen that looks as if keys went there, and those above it.
  func isFocused(_ screen: any BrowserScreen) -> Bool {
    guard let index = screens.firstIndex(where: { $0 === screen }) else { return false }
    return screens[(index + 1)...].allSatisfy(\.sharesFocus)
  }

  func contains(_ screen: any BrowserScreen) -> Bool { screens.contains { $0 === screen } }

  /// Opens a screen over all others.
  mutating func push(_ screen: any BrowserScreen) {
    remove(screen)
    screens.append(screen)
  }

  /// Opens a screen below those that handle keys themselves.
  mutating func insertBelowOverlays(_ screen: any BrowserScreen) {
    remove(screen)
    let index = (screens.lastIndex { $0.place != nil } ?? 0) + 1
    screens.insert(screen, at: index)
  }

  /// Closes a screen, unless it is the first.
  mutating func remove(_ screen: any BrowserScreen) {
    screens = screens.prefix(1) + screens.dropFirst().filter { $0 !== screen }
  }
}
