import FetchedResults
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The left pane: photographers in sections by their first letter, with the number of their photos.
final class PhotographerList: MasterList {
  let list: ObjectList<Photographer>
  private let controller: FetchedResultsController<Photographer>
  var filter = ""
  var requestedFilters: [String] = []

  init(context: ManagedObjectContext, facts: PhotographerFacts) throws {
    controller = try FetchedResultsController(
      Self.request(filter: ""), sectionKeyPath: "initial", context: context)
    list = ObjectList(
      controller,
      headings: .letters, emptyText: "No photographers yet",
      present: {
        ListRow(
          title: $0.name, note: facts.distinction(of: $0) ?? "", trailing: facts.photoCount(of: $0))
      },
      header: { name, count, _ in ListHeader(title: name, trailing: String(count)) },
      prepare: facts.prepare)
  }

  /// Reads the first photographers, and lists them; ``loadRest()`` reads the others.
  ///
  /// - Parameter center: The photographer around whom they are, if it is listed.
  func load(around center: ManagedObjectID? = nil) async throws {
    try await controller.loadPart(.first(around: center))
    list.reload()
  }

  func replaceRows(matching text: String) async throws {
    try await list.replace { [controller] in
      try await controller.replaceRequest(Self.request(filter: text), showingFirst: $0)
    }
  }

  private static func request(filter: String) -> FetchRequest<Photographer> {
    FetchRequest<Photographer>(
      where: filter.isEmpty ? nil : Photographer.containing(filter),
      order: Photographer.listOrder)
  }
}

extension PhotographerList {
  var rows: any RowList { list }
  var isReady: Bool { true }
  var hasFailed: Bool { false }
  var grouping: PhotoGrouping? { nil }
  var name: String { MasterChoices.photographers }
  var scope: PhotoScope? { list.selectedID.map(PhotoScope.photographer) }
  var selectedName: String? { list.selected?.name }
  var coordinator: PersistentStoreCoordinator { list.controller.context.coordinator }

  func rowID(of scope: PhotoScope) -> ManagedObjectID? {
    if case .photographer(let id) = scope { id } else { nil }
  }

  func loadMissing() async throws { try await list.loadRest() }

  func lists(_ text: String) -> Bool { controller.request.predicate == Self.request(filter: text).predicate }

  func query(matching text: String) -> StoreQuery { list.query(where: Photographer.containing(text)) }
}
