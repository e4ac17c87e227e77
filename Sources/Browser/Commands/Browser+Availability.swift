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
    export.isRunning
      ? .disabled(reason: "Pictures are being written: \(key(.escape)) cancels that") : hasTarget
  }

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
    library.context.undoHistory?.canUndo == true || !session.waiting.isEmpty
      ? .enabled : .disabled(reason: "Nothing to undo")
  }

  var canRedo: Availability {
    library.context.undoHistory?.canRedo == true || session.waiting.last?.kind == .undo
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
      case (.lists, .cull), (.lists, .compare), (.photo, .cull), (.photo, .compare):
        "cull photos first (\(key(.cull)))"
      case (.cull, .compare): "compare photos first (\(key(.compare)))"
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
    }
  }
}
