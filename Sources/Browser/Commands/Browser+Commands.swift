import ObjectGraph
import PhotoLibrary
import Terminal
public import TerminalUI

extension Browser {
  /// The table of everything that keys do: map, help and manual come from it.
  func makeCommands() -> [Command] {
    moving + going + editing + finding + program
  }

  /// The commands without what they do.
  public static var commandTable: CommandTable { CommandTable(CommandList.all) }

  private func command(
    _ description: CommandDescription,
    if check: @escaping @MainActor @Sendable () -> Availability = { .enabled },
    _ action: @escaping @MainActor @Sendable (Int) -> Void
  ) -> Command {
    Command(description, availability: check) { count in action(count ?? 1) }
  }

  // MARK: Moving

  private var moving: [Command] {
    [
      command(CommandList.down) { [weak self] in self?.focusedView.move(by: $0) },
      command(CommandList.up) { [weak self] in self?.focusedView.move(by: -$0) },
      command(CommandList.halfPageDown) { [weak self] in self?.focusedView.moveHalfPages($0) },
      command(CommandList.halfPageUp) { [weak self] in self?.focusedView.moveHalfPages(-$0) },
      command(CommandList.pageDown) { [weak self] in self?.focusedView.movePages($0) },
      command(CommandList.pageUp) { [weak self] in self?.focusedView.movePages(-$0) },
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
        focus = focus == .photos ? .photographers : .photos
      },
      command(CommandList.open) { [weak self] _ in self?.open() },
      command(CommandList.back) { [weak self] _ in self?.focus = .photographers },
      command(CommandList.escape) { [weak self] _ in self?.escape() },
      command(CommandList.details, if: hasPhoto) { [weak self] _ in self?.mode = .details },
      command(CommandList.allPhotos) { [weak self] _ in self?.toggleAllPhotos() },
      command(CommandList.sort) { [weak self] _ in self?.sort() },
    ]
  }

  // MARK: Photos

  private var editing: [Command] {
    [
      command(CommandList.refresh, if: canRefresh) { [weak self] in self?.startRefresh(pages: $0) },
      command(CommandList.delete, if: canDelete) { [weak self] in self?.deletePhotos($0) },
      command(CommandList.undo, if: canUndo) { [weak self] in self?.undo(times: $0) },
      command(CommandList.redo, if: canRedo) { [weak self] in self?.redo(times: $0) },
      command(CommandList.select, if: canDelete) { [weak self] _ in self?.toggleSelection() },
      command(CommandList.openPage, if: hasPhoto) { [weak self] _ in self?.openPage() },
      command(CommandList.copyLink, if: hasPhoto) { [weak self] _ in self?.copyLink() },
    ]
  }

  // MARK: Finding

  private var finding: [Command] {
    [
      command(CommandList.search) { [weak self] _ in self?.ask(.search) },
      command(CommandList.next, if: hasSearch) { [weak self] _ in self?.goToMatch(forward: true) },
      command(CommandList.previous, if: hasSearch) { [weak self] _ in self?.goToMatch(forward: false) },
      command(CommandList.filter) { [weak self] _ in self?.ask(.filter) },
      command(CommandList.source) { [weak self] _ in self?.ask(.source) },
    ]
  }

  // MARK: Program

  private var program: [Command] {
    [
      command(CommandList.help) { [weak self] _ in
        guard let self else { return }
        mode = .help(HelpView(commands: commands))
      },
      command(CommandList.redraw) { [weak self] _ in self?.loop.repaint() },
      command(CommandList.mouse) { [weak self] _ in self?.toggleMouse() },
      command(CommandList.suspend) { [weak self] _ in self?.loop.suspend() },
      command(CommandList.quit) { [weak self] _ in self?.quit() },
    ]
  }

  // MARK: When commands can be called

  private func hasPhoto() -> Availability {
    photos.list.selectedID == nil ? .disabled(reason: "There is no photo here") : .enabled
  }

  private func canDelete() -> Availability {
    if focus == .photographers, photos.marked.isEmpty {
      return .disabled(reason: "Go to a photo first: Enter opens the photographer")
    }
    return hasPhoto()
  }

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
    search.text.isEmpty ? .disabled(reason: "Nothing is searched for: / searches") : .enabled
  }
}
