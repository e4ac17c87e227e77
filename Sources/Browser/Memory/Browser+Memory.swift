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
    let memory = startMemory
    if let order = memory.order.flatMap(PhotoOrder.init) { photos.start(with: order) }
    if memory.showsSheet == true { photos.list.showsGrid = true }
    if let step = memory.thumbnailStep { photos.list.grid?.step = step }
    layout.use(weights: memory.listPanes ?? [])
    sheetLayout.use(weights: memory.sheetPanes ?? [])
    exportFolder = memory.exportFolder
    history.add(memory.history ?? [:])
    let photographer = id(memory.photographer, as: Photographer.self)
    await report { try await self.photographers.load(around: photographer) }
    if let photographer { photographers.list.select(photographer) }
    listRemembered(memory)
    start(photographers.loadRest)
  }

  private func listRemembered(_ memory: BrowserMemory) {
    guard photographers.list.controller.count > 0 else { return followPhotographer() }
    if memory.isInPhotos == true { focus = .photos }
    // The first photos of the first start are shown from the top on.
    wasUsed = memory.photographer != nil
    let photo = id(memory.photo, as: Photo.self)
    if memory.showsAllPhotos == true {
      list(.all, selecting: photo)
    } else if let photographer = photographers.list.selectedID {
      list(.photographer(photographer), selecting: photo)
    }
  }

  /// Writes what is to be remembered; a library that cannot be written remembers nothing.
  func remember() {
    let file = MemoryFile(folder: library.folder)
    let memory = BrowserMemory.merged(start: startMemory, end: memory, saved: file.read())
    guard memory != file.read() else { return }
    do {
      try file.write(memory)
    } catch {
      log?.append("Not remembered: \(error.localizedDescription)", isError: true)
    }
  }

  /// The state of this session; in a library without photos there is no place.
  private var memory: BrowserMemory {
    var memory = startMemory
    memory.order = photos.order.rawValue
    memory.showsSheet = photos.list.showsGrid
    memory.thumbnailStep = photos.list.grid?.step
    memory.listPanes = layout.panes.map(\.weight)
    memory.sheetPanes = sheetLayout.panes.map(\.weight)
    memory.exportFolder = exportFolder
    memory.history = history.all
    guard let photographer = photographers.list.selectedID else { return memory }
    memory.photographer = uri(of: photographer)
    memory.showsAllPhotos = photos.scope == .all
    memory.isInPhotos = focus == .photos
    if let photo = photos.list.selectedID { memory.photo = uri(of: photo) }
    return memory
  }

  private func uri(of id: ManagedObjectID) -> String? {
    library.container.coordinator.uriRepresentation(of: id).absoluteString
  }

  /// The object of an entity that a URI names, if it is of this library.
  private func id<Object: ManagedObject>(_ uri: String?, as type: Object.Type) -> ManagedObjectID? {
    let coordinator = library.container.coordinator
    guard let id = uri.flatMap(URL.init(string:)).flatMap(coordinator.managedObjectID(forURIRepresentation:)),
      id.entity == library.context.model.number(of: type)
    else { return nil }
    return id
  }
}
