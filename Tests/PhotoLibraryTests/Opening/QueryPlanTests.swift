import FetchedResults
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary
@testable import SQLiteStore

@Suite("Plans of the library's queries")
struct QueryPlanTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path("library.sqlite"), model: LibraryModel.shared())
  }

  /// Returns the lines of the plan of a query.
  private func plan(
    _ query: StoreQuery, _ columns: SQLQuery.Columns, step: StartStep? = nil
  ) throws -> [String] {
    let sql = try SQLQuery(query: query, layout: store.layout, columns: columns, step: step)
    return try plan(ofStatement: sql.sql, sql.bindings)
  }

  private func plan(ofStatement sql: String, _ bindings: [PropertyValue]) throws -> [String] {
    let connection = try Connection(path: folder.path("library.sqlite"), access: .readOnly)
    var lines: [String] = []
    try connection.forEachRow("EXPLAIN QUERY PLAN " + sql, bindings) { lines.append($0.text(3)) }
    return lines
  }

  /// All orders in both directions.
  private static let sorts = PhotoOrder.allCases.flatMap { order in
    [false, true].map { PhotoSort(order, isReversed: $0) }
  }

  @Test("A list of all photos reads nothing but the index of its order", arguments: sorts)
  func allPhotos(order: PhotoSort) throws {
    let query = FetchRequest<Photo>(order: order.keys).query(in: store.model)
    let plan = try plan(query, .paths(order.keys.map(\.path)))
    // Rows are stored in the order in which they were added.
    #expect(order.order == .added ? plan == ["SCAN t0"] : plan[0].contains("USING COVERING INDEX"), "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test(
    "The first photos of an order are read from its index, equal ones included",
    arguments: sorts)
  func firstPhotos(order: PhotoSort) throws {
    let query = FetchRequest<Photo>(order: order.keys, limit: 50).query(in: store.model)
    let plan = try plan(query, .row)
    #expect(order.order == .added ? plan == ["SCAN t0"] : plan[0].contains("USING INDEX"), "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test(
    "The photos next to one are searched in the index of their order, in both directions",
    arguments: sorts, [false, true])
  func nextPhotos(order: PhotoSort, isBackward: Bool) throws {
    var query = FetchRequest<Photo>(order: order.keys, limit: 50).query(in: store.model)
    let id = ManagedObjectID(entity: query.entity, key: 5, in: StoreIdentity(store.identifier))
    for key in [PropertyValue.null, .integer(1), .string("1")] {
      let keys = order.keys.map { $0.path == "SELF" ? PropertyValue.integer(id.key) : key }
      query.start = .init(keys: keys, id: id, isBackward: isBackward)
      for step in StartStep.steps(query) {
        let plan = try plan(query, .row, step: step)
        let index = order.order == .added ? "INTEGER PRIMARY KEY" : "INDEX Z_Photo_"
        #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH t0 USING \(index)"), "\(step): \(plan)")
      }
    }
  }

  @Test("Photos that came after another are found by keys alone", arguments: sorts)
  func newPhotos(order: PhotoSort) throws {
    let id = ManagedObjectID(
      entity: store.model.number(of: Photo.self), key: 5, in: StoreIdentity(store.identifier))
    let query = FetchRequest<Photo>(where: .inserted(after: id), order: order.keys)
    let plan = try plan(query.query(in: store.model), .paths(order.keys.map(\.path)))
    let isByKey = plan[0].contains("INTEGER PRIMARY KEY (rowid>?)")
    #expect(isByKey || plan[0].contains("USING COVERING INDEX"), "\(plan)")
  }

  @Test("The list of photographers is read from the index of its order")
  func photographers() throws {
    let query = FetchRequest<Photographer>(order: Photographer.listOrder, limit: 50)
    let plan = try plan(query.query(in: store.model), .row)
    #expect(plan == ["SCAN t0 USING INDEX Z_Photographer_initial_sortName"], "\(plan)")
  }

  @Test("Photographers of some names are found by the index of their list")
  func namesakes() throws {
    let names = Set(
      ["Ann Lee", "Émile", "Bo"].map { Photographer.Name(text: $0, initial: String($0.prefix(1))) })
    let query = FetchRequest<Photographer>(where: Photographer.named(names), limit: 50)
    let plan = try plan(query.query(in: store.model), .paths(["name"]))
    let search = "SEARCH t0 USING INDEX Z_Photographer_initial_sortName (ZINITIAL=? AND ZSORTNAME=?)"
    #expect(plan.contains(search), "\(plan)")
  }

  @Test("Files are found by their places, by their contents and by the IDs of their photos")
  func files() throws {
    let two = ["a", "b"]
    for (condition, search) in [
      (LocalFile.folder.isIn(two) && LocalFile.name.isIn(two), "(ZFOLDER=? AND ZNAME=?)"),
      (LocalFile.digest.isIn(two), "(ZDIGEST=?)"), (LocalFile.photoID.isIn(two), "(ZPHOTOID=?)"),
    ] {
      let plan = try plan(FetchRequest<LocalFile>(where: condition).query(in: store.model), .row)
      #expect(plan.first?.hasPrefix("SEARCH t0 USING INDEX") == true && plan[0].hasSuffix(search), "\(plan)")
    }
  }

  @Test("Files in a folder and below it are found by its path")
  func filesBelow() throws {
    let condition = LocalFile.isBelow("/a") && LocalFile.isThere && LocalFile.photo != nil
    let plan = try plan(FetchRequest<LocalFile>(where: condition, limit: 1).query(in: store.model), .count)
    for search in ["(ZFOLDER=?)", "(ZFOLDER>? AND ZFOLDER<?)"] {
      #expect(plan.contains { $0.hasPrefix("SEARCH t0 USING") && $0.hasSuffix(search) }, "\(plan)")
    }
    #expect(!plan.contains { $0.hasPrefix("SCAN t0") }, "\(plan)")
  }

  @Test(
    "The photos in folders with a part of a path are found by the files of each photo",
    arguments: ["oslo", "Oslo"])
  func folderParts(part: String) throws {
    let files = FolderNames(sources: ["folder:/photos"]).condition(ofFoldersContaining: part)
    let query = FetchRequest<Photo>(where: Photo.hasFile(files), order: PhotoOrder.title.keys)
    let plan = try plan(query.query(in: store.model), .paths(PhotoOrder.title.keys.map(\.path)))
    #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.hasSuffix("(ZPHOTO=?)") }, "\(plan)")
    #expect(plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }.count == 1, "\(plan)")
  }

  @Test(
    "Distinct values of a column are read from the index that begins with it, and nothing is sorted for them")
  func distinctValues() throws {
    var request = DictionaryRequest<LocalFile>([FetchedColumn(LocalFile.folder.keyPath)])
    request.isDistinct = true
    let query = try DictionaryPlan(
      request.query(in: store.model), model: store.model, store: StoreIdentity(store.identifier))
    let sql = try SQLDictionaryQuery(query, layout: store.layout)
    let plan = try plan(ofStatement: sql.sql, sql.bindings)
    #expect(plan.contains { $0.hasPrefix("SCAN") && $0.contains("USING COVERING INDEX") }, "\(plan)")
    #expect(!plan.contains { $0.hasSuffix("FOR DISTINCT") }, "\(plan)")
  }

  @Test("The looks of stacks, and settings by camera and lens, are found by their indexes")
  func looksAndShots() throws {
    for stacks in [[3], [3, 5]] {
      let plan = try plan(Look.request(ofStacks: stacks).query(in: store.model), .row)
      #expect(plan.contains { $0.contains("USING INDEX Z_Look_stack (ZSTACK=?)") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN t0") }, "\(plan)")
    }
    for (property, index) in [(Shot.camera, "Z_Shot_camera"), (Shot.lens, "Z_Shot_lens")] {
      let query = FetchRequest<Shot>(where: property == "x", limit: 1).query(in: store.model)
      let plan = try plan(query, .id)
      #expect(plan.contains { $0.contains("USING") && $0.contains(index) }, "\(plan)")
    }
  }

  @Test("The photos of a photographer are found by that reference", arguments: sorts)
  func photosOfOne(order: PhotoSort) throws {
    let photographer = ManagedObjectID(
      entity: store.model.number(of: Photographer.self), key: 1, in: StoreIdentity(store.identifier))
    let query = FetchRequest<Photo>(where: Photo.taken(by: photographer), order: order.keys)
    let plan = try plan(query.query(in: store.model), .paths(order.keys.map(\.path)))
    #expect(plan.first?.contains("(ZPHOTOGRAPHER=?)") == true, "\(plan)")
  }

  /// Writes rows of an entity with a text in an attribute, and indexes them.
  private func write(_ entity: EntityNumber, _ attribute: String, texts: [String]) throws {
    let entity = store.model[entity]
    let slot = try #require(entity.slot(of: attribute))
    let writer = try #require(try store.makeWriter() as? SQLiteWriter)
    try writer.transaction(.normal) { transaction in
      for (index, text) in texts.enumerated() {
        var values = entity.slots.map { _ in PropertyValue.null }
        values[slot] = .string(text)
        let id = ManagedObjectID(
          entity: entity.number, key: Int64(index + 1), in: StoreIdentity(store.identifier))
        _ = try transaction.insert(Row(id: id, version: 0, values: values))
      }
    }
    try writer.finishIndexing()
  }

  /// Returns the lines of the plan of a search.
  private func searchPlan(_ query: StoreQuery) throws -> [String] {
    let connection = try store.readingConnection()
    let search = try #require(TextIndexSearch(query, layout: store.layout))
    let (query, selection) = try search.choose(on: connection)
    let sql = try SQLQuery(query: query, layout: store.layout, columns: .id, selection: selection)
    var lines: [String] = []
    try connection.forEachRow("EXPLAIN QUERY PLAN " + sql.sql, sql.bindings) { lines.append($0.text(3)) }
    return lines
  }

  @Test(
    "A search looks once into the full-text index of titles, descriptions and tags", arguments: [nil, 50])
  func searchedPhotos(limit: Int?) throws {
    for (attribute, text) in [("title", "heron"), ("subtitle", "Heron"), ("tags", "grey heron")] {
      try write(store.model.number(of: Photo.self), attribute, texts: [text])
      let query = FetchRequest<Photo>(
        where: Photo.containing("heron"), order: PhotoOrder.title.keys, limit: limit)
      let plan = try searchPlan(query.query(in: store.model))
      #expect(plan.first == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "\(plan)")
      #expect(plan.filter { $0.contains("SCAN Z_TEXTINDEX_ZPHOTO VIRTUAL") }.count == 1, "\(plan)")
      let reader = try store.makeReader()
      #expect(try reader.count(query.query(in: store.model)) == 1)
      try store.makeWriter().transaction(.normal) { transaction in
        for id in try reader.fetchIDs(query.query(in: store.model)) {
          _ = try transaction.delete(id, version: nil)
        }
      }
    }
  }

  @Test("A search for photographers looks into the full-text index of their names")
  func searchedPhotographers() throws {
    try write(store.model.number(of: Photographer.self), "name", texts: ["Ann Archer"])
    let query = FetchRequest<Photographer>(
      where: Photographer.containing("arch"), order: Photographer.listOrder)
    let plan = try searchPlan(query.query(in: store.model))
    #expect(plan.contains { $0.contains("SCAN Z_TEXTINDEX_ZPHOTOGRAPHER VIRTUAL") }, "\(plan)")
    #expect(try store.makeReader().count(query.query(in: store.model)) == 1)
  }
}
