import FetchedResults
import Foundation
import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI

/// Resuming where the last session ended.
extension Browser {
  /// Lists what was listed when the library was left last, with the cursors where they were.
  func resume() async {
    let memory = session.startMemory
    var arrangement = PhotoArrangement()
    arrangement.sort = memory.order.flatMap(PhotoSort.init) ?? PhotoSort(.title)
    arrangement.heading = memory.heading.flatMap(PhotoHeading.init) ?? .none
    lists.photos.start(with: arrangement)
    if memory.showsStrip == true, photo.strip == nil { toggleStrip() }
    if memory.showsSheet == true { lists.photos.list.showsSheet = true }
    if let layout = memory.sheetLayout.flatMap(SheetLayout.init) { lists.photos.list.sheet?.kind = layout }
    if let step = memory.thumbnailStep { lists.photos.list.sheet?.step = step }
    lists.panes.list.use(weights: memory.listPanes ?? [])
    lists.panes.sheet.use(weights: memory.sheetPanes ?? [])
    session.exportFolder = memory.exportFolder
    session.cullPlaces = memory.cullPlaces ?? [:]
    session.history.add(memory.history ?? [:])
    let photographer = id(memory.photographer, as: Photographer.self)
    await report { try await self.lists.photographers.load(around: photographer) }
    if let photographer { lists.photographers.list.select(photographer) }
    listRemembered(memory)
    start(lists.photographers.list.loadRest)
  }

  private func listRemembered(_ memory: BrowserMemory) {
    if let pick = session.options.pick { return list(for: pick) }
    guard lists.photographers.list.controller.count > 0 else { return followMaster() }
    if memory.isInPhotos == true { lists.focus = .photos }
    // The first photos of the first start are shown from the top on.
    session.wasUsed = memory.photographer != nil
    let photo = id(memory.photo, as: Photo.self)
    let group = memory.group.map(PhotoScope.group)
    if let grouping = memory.grouping.flatMap(PhotoGrouping.init) { showMaster(grouping, selecting: group) }
    if let collection = memory.collection.map(collection(named:)) {
      list(.collection(collection), selecting: photo)
    } else if memory.showsAllPhotos == true {
      list(.all, selecting: photo)
    } else if let group, lists.groups != nil {
      list(group, selecting: photo)
    } else if let photographer = lists.photographers.list.selectedID {
      list(.photographer(photographer), selecting: photo)
    }
  }

  /// Lists the photos that match the query of a choice.
  private func list(for pick: PhotoPick) {
    lists.focus = .photos
    attempt {
      var arrangement = lists.photos.arrangement
      arrangement.filter(by: pick.query, where: try condition(of: pick.query))
      lists.photos.start(with: arrangement)
    }
    list(.all)
    let several = pick.allowsSeveral ? ", Space selects several" : ""
    toasts.show(Toast(.info, "\(key(.open)) chooses the photo\(several), \(key(.back)) none"))
  }

  /// Writes the state of the session to the file of the library, in the background; a choice for another program leaves
  /// no trace.
  func remember() async {
    guard session.options.pick == nil else { return }
    keepCullPlace()
    let (end, former) = (memory, session.remembering)
    let file = MemoryFile(of: library, memories: session.options.memories)
    let remembering = Task {
      await former?.value
      await logFailure {
        // What was written before is no longer what the file had at the start, and can be taken back.
        try await file.merge(start: session.writtenMemory ?? session.startMemory, end: end)
        session.writtenMemory = end
      }
      // In a folder of its own, which can be written although that of the library cannot.
      await logFailure {
        guard let notice = session.shownNotice else { return }
        try await session.options.notices?.record(notice)
        session.shownNotice = nil
      }
    }
    session.remembering = remembering
    await remembering.value
  }

  private func logFailure(_ write: () async throws -> Void) async {
    do {
      try await write()
    } catch {
      session.options.log?.append("Not remembered: \(error.localizedDescription)", isError: true)
    }
  }

  /// The state of this session; in a library without photos there is no place.
  private var memory: BrowserMemory {
    var memory = session.startMemory
    memory.order = lists.photos.arrangement.sort.text
    memory.heading = lists.photos.arrangement.heading.rawValue
    memory.showsStrip = photo.strip != nil
    memory.showsSheet = lists.photos.list.showsSheet
    memory.sheetLayout = lists.photos.list.sheet?.kind.rawValue
    memory.thumbnailStep = lists.photos.list.sheet?.step
    memory.listPanes = lists.panes.list.panes.map(\.weight)
    memory.sheetPanes = lists.panes.sheet.panes.map(\.weight)
    memory.exportFolder = session.exportFolder
    memory.cullPlaces = session.cullPlaces.isEmpty ? nil : session.cullPlaces
    memory.history = session.history.texts
    let photographers = lists.photographers
    // A filter can hide all photographers.
    guard photographers.list.rowCount > 0 || !photographers.filter.isEmpty else { return memory }
    if let photographer = photographers.list.selectedID { memory.photographer = uri(of: photographer) }
    memory.grouping = lists.master.grouping?.rawValue
    if case .group(let query) = lists.master.scope { memory.group = query } else { memory.group = nil }
    memory.showsAllPhotos = lists.photos.scope == .all
    memory.collection = lists.photos.scope.collection.flatMap { $0.isRemembered ? $0.name : nil }
    if let newest = session.newestSeen { memory.newestSeen = uri(of: newest) }
    memory.isInPhotos = lists.focus == .photos
    if let photo = lists.photos.list.selectedID { memory.photo = uri(of: photo) }
    return memory
  }

  func uri(of id: ManagedObjectID) -> String? {
    library.container.coordinator.uriRepresentation(of: id).absoluteString
  }

  /// The object of an entity that a URI names, if it is of this library.
  func id<Object: ManagedObject>(_ uri: String?, as type: Object.Type) -> ManagedObjectID? {
    let coordinator = library.container.coordinator
    guard let id = uri.flatMap(URL.init(string:)).flatMap(coordinator.managedObjectID(forURIRepresentation:)),
      id.entity == library.context.model.number(of: type)
    else { return nil }
    return id
  }
}
