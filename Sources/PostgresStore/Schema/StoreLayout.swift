#if PostgreSQL
  internal import ObjectStore

  /// The storage layout of all entities of a model, including hidden ones.
  struct StoreLayout: Sendable {
    let model: ManagedObjectModel
    let server: Server
    /// The sessions of the store that no connection uses.
    let pool: SessionPool
    /// The store to which the rows belong.
    let store: StoreIdentity
    let entities: [EntityLayout]
    /// The detection of lost commits; nil for a store without the table for it.
    let continuity: Continuity?
    /// The marks that the store can have while it has the layout: that which it had when it was opened, and that of the model.
    private let marks: [LayoutMark]
    /// The numbering of properties in the history.
    let history: HistoryLayout
    /// The columns that are read for an entity and its subentities, by the number of the entity.
    private let selections: [Selection]
    /// The numbers in the model by those in the database.
    private let numbers: [Int64: EntityNumber]

    /// Lays out a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - server: The database.
    ///   - metadata: The metadata of the store.
    ///   - pool: The sessions of the store that no connection uses.
    init(
      _ model: ManagedObjectModel, server: Server, metadata: StoreMetadata,
      pool: SessionPool = SessionPool()
    ) {
      self.model = model
      self.server = server
      self.pool = pool
      store = StoreIdentity(metadata.identifier)
      continuity = metadata.hasContinuity ? Continuity(server: server) : nil
      marks = (metadata.layoutMark.map { [$0] } ?? []) + [LayoutMark(of: model)]
      history = HistoryLayout(model)
      let entities = zip(model.numbers, model.storedEntities).map { number, entity in
        EntityLayout(
          entity, number: number, storedNumber: metadata.numbers[entity.name] ?? Int64(number.rawValue),
          root: model[model.root(of: number)], model: model, server: server)
      }
      self.entities = entities
      self.numbers = Dictionary(
        entities.map { ($0.storedNumber, $0.number) }, uniquingKeysWith: { first, _ in first })
      selections = model.numbers.map { number in
        let family = model.family(of: number)
        return Selection(entities[family.lowerBound.index...family.upperBound.index])
      }
    }

    /// Returns a connection to the server, which is opened at its first use.
    ///
    /// - Parameter opensAhead: A Boolean value that indicates whether another thread opens the connection at once.
    func makeConnection(opensAhead: Bool = false) -> Connection {
      Connection(server, pool: pool, opensAhead: opensAhead)
    }

    /// Returns the layout of the entity with that number.
    ///
    /// - Precondition: The number belongs to the model.
    subscript(number: EntityNumber) -> EntityLayout {
      require(
        entities.indices.contains(number.index),
        "no entity of this model has the number \(number): use an ID or query with the store it came from")
      return entities[number.index]
    }

    /// The statement that fails once another program has changed the layout.
    var check: Statement { LayoutMark.check(marks, server) }

    /// Returns the columns that are read for an entity and its subentities.
    func selection(of number: EntityNumber) -> Selection { selections[self[number].number.index] }

    /// The roots of inheritance trees, each of which has a table, including hidden entities.
    var roots: [EntityLayout] { entities.filter { model.root(of: $0.number) == $0.number } }

    /// Returns the layouts of an entity and its subentities.
    func family(of number: EntityNumber) -> ArraySlice<EntityLayout> {
      let family = model.family(of: number)
      return entities[family.lowerBound.index...family.upperBound.index]
    }

    /// Returns the number of an entity in the database.
    func storedNumber(of number: EntityNumber) -> Int64? {
      entities.indices.contains(number.index) ? entities[number.index].storedNumber : nil
    }

    /// Returns the number of an entity in the model, by that in the database.
    func number(ofStored number: Int64) -> EntityNumber? { numbers[number] }

    /// Returns the condition that a row of a tree's table is of some of its entities, or nil if all rows are.
    ///
    /// - Parameters:
    ///   - numbers: The entities.
    ///   - alias: The name of the table in the query.
    func condition(_ numbers: ClosedRange<EntityNumber>, alias: String) -> String? {
      guard numbers != model.family(of: model.root(of: numbers.lowerBound)) else { return nil }
      let stored = numbers.map { String(self[$0].storedNumber) }
      return "\(alias).\(EntityLayout.own.entity) IN (\(stored.joined(separator: ", ")))"
    }
  }
#endif
