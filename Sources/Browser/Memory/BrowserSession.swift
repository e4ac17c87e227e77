import Drafts
import Foundation
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The state of a run of the browser besides its screens.
struct BrowserSession {
  /// The memory of the library when the session began.
  let startMemory: BrowserMemory
  /// The memory that the session wrote last; `nil` before that.
  var writtenMemory: BrowserMemory?
  /// The texts that were used in prompts.
  let history = PromptHistory()
  /// The counts of facets for completion.
  let facets: FacetCounts
  /// The folder that a picture was written to last.
  var exportFolder: String?
  /// The photos at which the judging of lists was left, by the names of the lists.
  var cullPlaces: [String: CullPlace] = [:]
  /// The task that writes the memory of the library.
  var remembering: Task<Void, Never>?
  /// The identifier of the album to which photos were added last.
  var lastAlbum: String?
  /// The newest photo of the library when the new photos were listed; `nil` if they were not.
  var newestSeen: ManagedObjectID?
  /// A Boolean value that indicates whether a key was pressed or the mouse used.
  var wasUsed = false
  /// The settings, and what the browser was opened for.
  let options: BrowserOptions
  /// The photos that were chosen.
  var picked: [Photo] = []
  /// The files of pictures for other programs.
  let files: PictureFiles
  /// The program in which the user edits texts.
  var editor: TextEditor {
    TextEditor(
      setting: options.editor, environment: OtherProgram.environment, isInstalled: OtherProgram.isInstalled)
  }
  /// The messages of that kind that were shown in any session.
  var seenNotices: [String] = []
  /// The way back to the map; `nil` if the photos were not listed from there.
  var mapVisit: MapVisit?
  /// The work that waits until keys call commands again.
  var waitingForCommands: [() -> Void] = []
  /// The number of operations in progress that change what is listed.
  var operations = 0
  /// The renaming of a tag, for which keys wait.
  let renaming = AwaitedRequest()
  /// A Boolean value that indicates whether rows are being fetched that a frame had to leave out.
  var isFetchingRows = false
  /// The wait for another program that writes to the library; nil while there is none.
  var lockWait: ProgressIndicator?
  /// A Boolean value that indicates whether the server of the library does not answer.
  var hasOutage = false
  /// A Boolean value that indicates whether the library cannot be read although its server answers.
  var isUnreadable = false
  /// A Boolean value that indicates whether the library can be read, as far as is known.
  var canReadLibrary: Bool { !hasOutage && !isUnreadable }
  /// The changes that wait until the server of the library answers, oldest first.
  var waiting: [WaitingChange] = []
  /// The task that makes them; nil while none is made.
  var making: Task<Void, Never>?
}
