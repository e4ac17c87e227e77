import TestSupport
import Testing

@Suite("The panes of a screen")
struct PaneTests {
  @Test("One that is not there is empty, and neither has nor lacks a text")
  func missing() {
    let panes = TerminalModel(columns: 80, rows: 24, persona: .xterm).screen.panes
    #expect(panes.isEmpty && panes[1].lines.isEmpty && panes[1].current == nil)
    #expect(!panes[1].contains("a") && !panes[1].lacks("a"))
  }
}
