import Terminal
import TerminalUI

/// A layer of what the terminal shows: the lists, a photo alone, or what is open over them.
///
/// The screens are a stack. Keys go to the topmost: they call the commands of its ``place``, or the screen handles
/// them itself. A frame lays out the screens that can be seen, and then draws them; see ``View``.
protocol BrowserScreen: View {
  /// The place whose commands keys call; `nil` for a screen that handles keys itself.
  var place: BrowserCommand.Place? { get }
  /// A Boolean value that indicates whether no screen below can be seen.
  var isOpaque: Bool { get }
  /// A Boolean value that indicates whether the screen below looks as if keys went there.
  var sharesFocus: Bool { get }
  /// The keys that the status line names.
  var hints: [StatusLine.Segment] { get }
  /// The content in lines, where nothing is drawn.
  var text: [String] { get }
  /// The row under the cursor as a line, empty without one; `nil` for a screen without rows of its own.
  var rowText: String? { get }

  /// Returns the number of lines that the screen needs at the foot of a frame with a size, where it covers those below.
  func footHeight(in size: Size) -> Int
  /// Computes what a frame shows, of which other things cover some lines at the foot, above what the screen itself needs there.
  func layout(_ size: Size, coveredLines: Int)
  /// Starts what the frame that was drawn needs, such as reading pictures.
  func didDraw()
  /// Handles an event that calls no command.
  func handle(_ event: InputEvent, in browser: Browser)
  /// Ends without an answer, because the user interrupts it.
  func cancel(in browser: Browser)
}

extension BrowserScreen {
  var place: BrowserCommand.Place? { nil }
  var isOpaque: Bool { false }
  var sharesFocus: Bool { false }
  var hints: [StatusLine.Segment] { [] }
  var rowText: String? { nil }

  func footHeight(in size: Size) -> Int { 0 }
  func layout(_ size: Size, coveredLines: Int) { layout(size) }
  func didDraw() {}
  func cancel(in browser: Browser) { browser.close(self) }
}
