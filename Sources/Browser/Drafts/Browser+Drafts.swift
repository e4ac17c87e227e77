import Drafts
import PhotoLibrary
import Presentation
import TerminalUI

/// Editing titles, descriptions and tags in a program of the user.
extension Browser {
  /// Edits the texts of the photo that is seen alone, or of those that are selected, else of those from the cursor on.
  func editTexts(_ count: Int?) {
    guard let ids = targetIDs(count), !ids.isEmpty else { return }
    attempt {
      try reading(ids) {
        PhotoDraft($0)
      } then: { [self] draft in
        edit(draft, in: try DraftFile(draft.text))
      }
    }
  }

  /// Opens a draft in the editor, and applies it when the editor ends.
  func edit(_ draft: PhotoDraft, in file: DraftFile) {
    toasts.beginCommand()
    do {
      let status = try runInForeground(session.editor.arguments(for: file.path))
      let text = try file.read()
      guard text != draft.text else { return endUnchanged(file, status) }
      guard status == 0 else { throw EditorFailure(of: session.editor, status: status) }
      let changes = try draft.changes(in: text)
      attemptChange("editing \(Words.count(changes.count, "photo"))") { [self] in
        try apply(changes, of: draft)
        session.drafts.append(file)
        removeSavedDrafts()
      } onFailure: { [self] in
        ask(draft, in: file, because: $0)
      }
    } catch {
      ask(draft, in: file, because: error)
    }
  }

  /// Removes the drafts whose edits are in the library: until then, no other file has what the user typed.
  func removeSavedDrafts() {
    guard !session.drafts.isEmpty, library.unsavedEdits.isEmpty else { return }
    for file in session.drafts { file.remove() }
    session.drafts = []
  }

  /// Asks what to do with a draft that could not be applied.
  private func ask(_ draft: PhotoDraft, in file: DraftFile, because error: any Error) {
    let prompt = PromptScreen(DraftPrompt(self, draft: draft, file: file))
    prompt.note = "\(error)"
    open(prompt)
  }

  private func endUnchanged(_ file: DraftFile, _ status: Int32) {
    file.remove()
    if status == 0 { return toasts.show(Toast(.info, "Nothing was changed")) }
    toasts.show(
      Toast(.error, "Nothing was changed: \(EditorFailure(of: session.editor, status: status))"))
  }

  private func apply(_ changes: [PhotoTextChange], of draft: PhotoDraft) throws {
    let (summary, isUndoable) = try changing { try library.edit(changes) }
    let rest =
      draft.requested > draft.entries.count
      ? "; the draft had the first \(draft.entries.count) of \(draft.requested) photos" : ""
    let sentence = PhotoPresentation.sentence(about: summary) + rest
    toasts.show(Toast(.info, sentence, hint: isUndoable ? hint(.undo, "undo") : nil))
  }
}
