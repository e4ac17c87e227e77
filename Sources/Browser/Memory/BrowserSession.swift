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
  /// The message that the user sees once, from when it is shown until that is recorded.
  var shownNotice: String?
  /// The way back to the map; `nil` if the photos were not listed from there.
  var mapVisit: MapVisit?
  /// The work that waits until keys call commands again.
  var waitingForCommands: [() -> Void] = []
  /// The number of operations in progress that change what is listed.
  var operations = 0
  /// The changes that are being made in the background, oldest first.
  var running: [RunningChange] = []
  /// The last of them that moves files in folders.
  var lastMoving: RunningChange? { running.last { $0.moving != nil } }

  /// Returns the running change that the next undo or redo means: it is the last that was asked for, and in no history yet.
  func runningChange(meantBy direction: ChangeDirection) -> RunningChange? {
    guard let change = lastMoving, let moving = change.moving, moving.history == nil, moving.laterChanges == 0
    else { return nil }
    // What can be redone now has nothing to do with a new move.
    return direction == .undo || moving.kind != .edit ? change : nil
  }

  /// Records that changes were made, or undone, while others are moving files.
  ///
  /// - Parameter count: Their number; negative if they were undone, which can be more than were made since.
  func recordChanges(_ count: Int) {
    for moving in running.compactMap(\.moving) { moving.laterChanges = max(0, moving.laterChanges + count) }
  }
  /// The number of the change that was started last.
  var lastStarted = 0
  /// The drafts whose edits are not in the library yet.
  var drafts: [DraftFile] = []
  /// The renaming of a tag, for which keys wait.
  let renaming = AwaitedRequest()
  /// A Boolean value that indicates whether rows are being fetched that a frame had to leave out.
  var isFetchingRows = false
  /// The wait for another program that writes to the library; nil while there is none.
  var lockWait: ProgressIndicator?
  /// A Boolean value that indicates whether the last save failed, so that changes are not in the library.
  var hasSaveFailure = false
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
