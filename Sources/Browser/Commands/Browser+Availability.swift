import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The conditions of commands, with the reasons why they are not met.
extension Browser {
  var hasPhoto: Availability {
    currentID == nil ? .disabled(reason: "There is no photo here") : .enabled
  }

  var hasSheet: Availability {
    lists.photos.list.showsSheet ? .enabled : .disabled(reason: "Press \(key(.sheet)) for the sheet first")
  }

  var hasTarget: Availability { lists.photos.selection.isEmpty || showsPhoto ? hasPhoto : .enabled }

  var canWrite: Availability {
    guard canWriteFiles == .enabled else { return canWriteFiles }
    return canMoveFiles == .enabled ? hasTarget : canMoveFiles
  }

  /// Pictures and sidecars are not written while files get other names.
  var canWriteFiles: Availability {
    session.lastMoving == nil
      ? .enabled : .disabled(reason: "Files are being moved: wait until they are")
  }

  /// Files do not get other names while pictures and sidecars are written to the places that were read before.
  var canMoveFiles: Availability {
    export.isRunning
      ? .disabled(reason: "Pictures are being written: \(key(.escape)) cancels that") : .enabled
  }

  var canMove: Availability { canMoveFiles == .enabled ? canDelete : canMoveFiles }

  var canSelect: Availability {
    lists.focus == .master
      ? .disabled(reason: "Go to a photo first: \(key(.open)) opens the row") : hasPhoto
  }

  var canDelete: Availability { lists.photos.selection.isEmpty ? canSelect : hasTarget }

  var canRefresh: Availability {
    refresh.isRunning
      ? .disabled(reason: "A refresh is under way: \(key(.escape)) cancels it") : .enabled
  }

  var canUndo: Availability {
    library.context.undoHistory?.canUndo == true || !session.waiting.isEmpty || session.lastMoving != nil
      ? .enabled : .disabled(reason: "Nothing to undo")
  }

  var canRedo: Availability {
    library.context.undoHistory?.canRedo == true || session.waiting.last?.kind == .undo
      || session.runningChange(meantBy: .redo) != nil
      ? .enabled : .disabled(reason: "Nothing to redo")
  }

  var hasJump: Availability {
    lists.trail.jumps.isEmpty ? .disabled(reason: "No jump to go back over") : .enabled
  }

  var hasFilter: Availability {
    lists.photos.arrangement.filter.isEmpty
      ? .disabled(reason: "No filter yet: \(key(.filter)) sets one") : .enabled
  }

  var hasSearch: Availability {
    lists.search.text.isEmpty ? .disabled(reason: "No search yet: \(key(.search)) starts one") : .enabled
  }

  /// Returns the reason why a command of other places cannot be called here, with the way to it: `Search: go back to the list
  /// first (q)`.
  func reasonForAbsence(of command: BrowserCommand) -> String {
    let place = BrowserCommand.Place.allCases.first { command.places.contains($0) } ?? .lists
    let way =
      switch (commandPlace, place) {
      case (.lists, .photo): "open a photo first (\(key(.open)))"
      case (.lists, .map): "open the map first (\(key(.map)))"
      case (.lists, .deleted): "choose the deleted photos first (\(key(.source)))"
      case (.lists, .cull), (.lists, .compare), (.photo, .cull), (.photo, .compare):
        "cull photos first (\(key(.cull)))"
      case (.cull, .compare): "compare photos first (\(key(.compare)))"
      case (.deleted, _) where command.traits.contains(.onPhotos):
        "restore the photo first (\(key(.restore)))"
      default: "go back to the list first (\(key(commandBack)))"
      }
    return "\(command.description.title): \(way)"
  }

  /// The command that leads from the current place toward the lists.
  private var commandBack: BrowserCommand {
    switch commandPlace {
    case .lists, .photo, .cull: .close
    case .compare: .closeCompare
    case .map: .closeMap
    case .deleted: .closeDeleted
    }
  }
}
