public import Foundation
public import Terminal

/// The settings of a browser, and what it is opened for.
public struct BrowserOptions {
  /// The form in which pictures are shown.
  public var graphics = GraphicsChoice.automatic
  /// A Boolean value that indicates whether animated pictures move.
  public var animates = true
  /// The keys of the commands.
  public var bindings: KeyBindings
  /// The programs that open photos.
  public var rules = OpenRules()
  /// The line of shell that starts the editor of texts; `nil` for that of the environment.
  public var editor: String?
  /// The choice that the browser is opened for; `nil` for none.
  public var pick: PhotoPick?
  /// The source to look at first, which is read again; `nil` for the place where the library was left.
  public var opening: String?
  /// A Boolean value that indicates whether the place where the library was left last is ignored.
  public var startsFresh = false
  /// A message that the user sees once.
  public var notice: String?
  /// The file of the messages that the user has seen; `nil` if they are shown each time.
  public var notices: NoticeFile?
  /// The file that keeps the messages; `nil` for none.
  public var log: MessageLog?
  /// The folder for what is remembered of libraries in databases; `nil` if nothing is.
  public var memories: URL?
  /// The folder with the world map; `nil` if it is not there.
  public var world: URL?

  /// Creates the default settings, with the keys of the table or others.
  public init(bindings: KeyBindings = KeyBindings()) { self.bindings = bindings }
}
