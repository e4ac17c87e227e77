import ObjectGraph
import PhotoLibrary
import Terminal
public import TerminalUI

extension Browser {
  /// The table of everything that keys do: map, help and manual come from it.
  func makeCommands() -> [Command] {
    moving + going + editing + finding + program
  }

  /// The notice that Flickr's terms of use require of programs.
  public nonisolated static let notice =
    "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."

  /// The commands without what they do.
  public static var commandTable: CommandTable {
    CommandTable(CommandList.all + CommandList.onOne.filter { !CommandList.all.contains($0) })
  }

  func command(
    _ description: CommandDescription,
    if check: @escaping @MainActor @Sendable () -> Availability = { .enabled },
    _ action: @escaping @MainActor @Sendable (Int) -> Void
  ) -> Command {
    Command(description, availability: check) { count in action(count ?? 1) }
  }

  // MARK: Moving

  private var moving: [Command] {
    [
      command(CommandList.down) { [weak self] in self?.focusedView.moveDown($0) },
      command(CommandList.up) { [weak self] in self?.focusedView.moveDown(-$0) },
      command(CommandList.halfPageDown) { [weak self] in self?.focusedView.halfPage($0) },
      command(CommandList.halfPageUp) { [weak self] in self?.focusedView.halfPage(-$0) },
      command(CommandList.pageDown) { [weak self] in self?.focusedView.page($0) },
      command(CommandList.pageUp) { [weak self] in self?.focusedView.page(-$0) },
    ] + toEnds
  }

  private var toEnds: [Command] {
    [
      Command(CommandList.first) { [weak self] in self?.focusedView.goTo($0 ?? 1) },
      Command(CommandList.last) { [weak self] count in
        if let count { self?.focusedView.goTo(count) } else { self?.focusedView.moveToBottom() }
      },
    ]
  }

  // MARK: From pane to pane

  private var going: [Command] {
    [
      command(CommandList.otherPane) { [weak self] _ in
        guard let self else { return }
        if focus == .photos { goToPhotographers() } else { focus = .photos }
      },
      command(CommandList.open) { [weak self] _ in self?.open() },
      Command(CommandList.right) { [weak self] in self?.goRight($0) },
      Command(CommandList.left) { [weak self] in self?.goLeft($0) },
      command(CommandList.escape) { [weak self] _ in self?.escape() },
      command(CommandList.details, if: hasPhoto) { [weak self] _ in self?.mode = .details },
      command(CommandList.sheet) { [weak self] _ in self?.toggleSheet() },
      command(CommandList.larger, if: hasSheet) { [weak self] in self?.resizeThumbnails($0) },
      command(CommandList.smaller, if: hasSheet) { [weak self] in self?.resizeThumbnails(-$0) },
      command(CommandList.allPhotos) { [weak self] _ in self?.toggleAllPhotos() },
      command(CommandList.sort) { [weak self] _ in self?.sort() },
    ]
  }

  // MARK: Photos

  private var editing: [Command] {
    [
      command(CommandList.refresh, if: canRefresh) { [weak self] in self?.startRefresh(pages: $0) },
      command(CommandList.older, if: canRefresh) { [weak self] in
        self?.startRefresh(pages: $0, reach: .older)
      },
    ] + onPhoto
  }

  /// The commands for the photo under the cursor, in a list or on its own screen.
  private var onPhoto: [Command] {
    [
      Command(CommandList.delete, availability: canDelete) { [weak self] in self?.deletePhotos($0) },
      command(CommandList.undo, if: canUndo) { [weak self] in self?.undo(times: $0) },
      command(CommandList.redo, if: canRedo) { [weak self] in self?.redo(times: $0) },
      command(CommandList.select, if: canSelect) { [weak self] in self?.photos.toggleSelection($0) },
      Command(CommandList.openPage, availability: hasTarget) { [weak self] in self?.openPages($0) },
      Command(CommandList.copyLink, availability: hasTarget) { [weak self] in self?.copyLinks($0) },
      Command(CommandList.write, availability: canWrite) { [weak self] in self?.askForFolder($0) },
      Command(CommandList.slideShow, availability: hasPhoto) { [weak self] in self?.toggleSlideShow($0) },
    ]
  }

  // MARK: Finding

  private var finding: [Command] {
    [
      command(CommandList.search) { [weak self] _ in self?.ask(.search) },
      command(CommandList.next, if: hasSearch) { [weak self] in
        self?.goToMatch(forward: true, count: $0)
      },
      command(CommandList.previous, if: hasSearch) { [weak self] in
        self?.goToMatch(forward: false, count: $0)
      },
      command(CommandList.filter) { [weak self] _ in self?.ask(.filter) },
      command(CommandList.source) { [weak self] _ in self?.ask(.source) },
    ]
  }

  // MARK: Program

  private var program: [Command] {
    everywhere + [command(CommandList.quit) { [weak self] _ in self?.quit() }]
  }

  private var everywhere: [Command] {
    [
      command(CommandList.help) { [weak self] _ in
        guard let self else { return }
        let commands = showsPhoto ? photoCommands : self.commands
        mode = .help(HelpView(commands: commands, note: Self.notice))
      },
      command(CommandList.messages) { [weak self] _ in
        guard let self else { return }
        mode = .messages(MessagesView(toasts))
      },
      command(CommandList.redraw) { [weak self] _ in
        self?.pictures.forgetFailures()
        self?.loop.repaint()
      },
      command(CommandList.mouse) { [weak self] _ in self?.toggleMouse() },
      command(CommandList.suspend) { [weak self] _ in self?.loop.suspend() },
    ]
  }

  // MARK: The photo alone

  /// The table of what keys do while a photo is seen alone.
  func makePhotoCommands() -> [Command] {
    let details = command(CommandList.details, if: hasPhoto) { [weak self] _ in self?.mode = .details }
    return turning + zooming + toEnds + [details] + onPhoto + everywhere
  }

  private var turning: [Command] {
    [
      command(CommandList.nextPhoto) { [weak self] in self?.step($0) },
      command(CommandList.previousPhoto) { [weak self] in self?.step(-$0) },
      command(CommandList.panRight) { [weak self] in self?.pan(dx: $0, dy: 0) },
      command(CommandList.panLeft) { [weak self] in self?.pan(dx: -$0, dy: 0) },
      command(CommandList.panDown) { [weak self] in self?.pan(dx: 0, dy: $0) },
      command(CommandList.panUp) { [weak self] in self?.pan(dx: 0, dy: -$0) },
    ]
  }

  private var zooming: [Command] {
    [
      command(CommandList.zoomIn) { [weak self] in self?.photoScreen.zoom($0) },
      command(CommandList.zoomOut) { [weak self] in self?.photoScreen.zoom(-$0) },
      command(CommandList.fill) { [weak self] _ in self?.photoScreen.toggleFill() },
      command(CommandList.close) { [weak self] _ in self?.closePhoto() },
    ]
  }

  // MARK: When commands can be called

  private func hasPhoto() -> Availability {
    photos.list.selectedID == nil ? .disabled(reason: "There is no photo here") : .enabled
  }

  private func hasSheet() -> Availability {
    photos.list.showsGrid ? .enabled : .disabled(reason: "Press v for the sheet first")
  }

  private func hasTarget() -> Availability { photos.selection.isEmpty || showsPhoto ? hasPhoto() : .enabled }

  private func canWrite() -> Availability {
    export.isRunning ? .disabled(reason: "Pictures are being written: Esc cancels that") : hasTarget()
  }

  private func canSelect() -> Availability {
    focus == .photographers
      ? .disabled(reason: "Go to a photo first: Enter opens the photographer") : hasPhoto()
  }

  private func canDelete() -> Availability { photos.selection.isEmpty ? canSelect() : hasTarget() }

  private func canRefresh() -> Availability {
    refresh.isRunning ? .disabled(reason: "A refresh is under way: Esc cancels it") : .enabled
  }

  private func canUndo() -> Availability {
    library.context.undoHistory?.canUndo == true ? .enabled : .disabled(reason: "Nothing to undo")
  }

  private func canRedo() -> Availability {
    library.context.undoHistory?.canRedo == true ? .enabled : .disabled(reason: "Nothing to redo")
  }

  private func hasSearch() -> Availability {
    search.text.isEmpty ? .disabled(reason: "No search yet: / starts one") : .enabled
  }
}
