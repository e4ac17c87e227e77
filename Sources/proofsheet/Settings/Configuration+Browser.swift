import Browser
import Foundation
import Terminal

extension Configuration {
  /// Returns the settings of the browser.
  ///
  /// - Throws: A failure with the line of a wrong setting.
  @MainActor
  func browserOptions(_ graphics: GraphicsChoice) throws -> BrowserOptions {
    var options = BrowserOptions(bindings: try makeKeyBindings())
    (options.graphics, options.animates, options.editor) = (graphics, animation ?? true, editor)
    options.rules = try makeOpenRules()
    options.log = MessageLog(file: Folders.state.appendingPathComponent("log"))
    options.notices = NoticeFile(Folders.state.appendingPathComponent("notices.json"))
    options.memories = Folders.state.appendingPathComponent("libraries")
    options.world = Assets.worldFolder
    return options
  }
}
