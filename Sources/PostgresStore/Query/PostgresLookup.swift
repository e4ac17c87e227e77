#if PostgreSQL
  internal import ObjectStore

  /// The rows to which relationships lead, for predicates and orders that are evaluated in memory.
  ///
  /// A row that is asked for is read together with all others of its entity to which rows read before refer, so that a
  /// query of *n* rows costs few statements.
  final class PostgresLookup: RowLookup {
    private let connection: Connection
    private let layout: StoreLayout
    private var rows: [ManagedObjectID: Row?] = [:]
    /// The IDs to which known rows refer and that were not read, by entity.
    private var pending: [EntityNumber: Set<ManagedObjectID>] = [:]
    private var members: [Relationship: [ManagedObjectID: [ManagedObjectID]]] = [:]
    /// The relationships whose members were read, with their owners.
    private var owners: [Relationship: Set<ManagedObjectID>] = [:]

    /// A to-many relationship, by the slot that refers to the owner.
    private struct Relationship: Hashable {
      let entity: EntityNumber
      let slot: Slot
    }

    init(_ connection: Connection, layout: StoreLayout, rows: [Row]) {
      self.connection = connection
      self.layout = layout
      for row in rows { add(row) }
    }

    var model: ManagedObjectModel { layout.model }

    private func add(_ row: Row) {
      rows[row.id] = .some(row)
      pending[row.id.entity]?.remove(row.id)
      for slot in layout[row.id.entity].entity.referenceSlots {
        if let id = row.values[slot].reference { wait(for: id) }
      }
    }

    private func wait(for id: ManagedObjectID) {
      if rows[id] == nil { pending[id.entity, default: []].insert(id) }
    }

    func row(for id: ManagedObjectID) throws -> Row? {
      if let known = rows[id] { return known }
      let ids = (pending.removeValue(forKey: id.entity) ?? []).union([id])
      let found = try connection.rows(Array(ids), layout: layout)
      for id in ids { rows.updateValue(nil, forKey: id) }
      for row in found { add(row) }
      return rows[id] ?? nil
    }

    func members(
      of relationship: RelationshipDescription, owner: ManagedObjectID
    ) throws -> [ManagedObjectID] {
      guard let membership = model.membership(relationship) else { return [] }
      let key = Relationship(entity: membership.number, slot: membership.owner)
      if owners[key]?.contains(owner) != true { try loadMembers(key, membership, owner) }
      return members[key]?[owner] ?? []
    }

    /// Reads the members of all known rows that are of the owner's inheritance tree.
    private func loadMembers(
      _ relationship: Relationship, _ membership: ManagedObjectModel.Membership, _ owner: ManagedObjectID
    ) throws {
      let root = model.root(of: owner.entity)
      let known = rows.keys.filter { model.root(of: $0.entity) == root }
      let all = Set(known).subtracting(owners[relationship] ?? []).union([owner])
      owners[relationship, default: []].formUnion(all)
      let entity = layout[relationship.entity]
      let condition = layout.condition(model.family(of: relationship.entity), alias: "t").map { " AND " + $0 }
      let column = "t.\(entity.columns[relationship.slot])"
      let selection = layout.selection(of: relationship.entity)
      let answer = try connection.run(
        """
        SELECT \(selection.list(alias: "t")) FROM \(entity.table) t WHERE \(column) = ANY($1)\(condition ?? "") \
        ORDER BY 1
        """, [.integers(all.map(\.key))])
      for row in selection.rows(answer, in: layout) {
        add(row)
        guard let owner = row.values[relationship.slot].reference, let member = membership.member(row) else {
          continue
        }
        members[relationship, default: [:]][owner, default: []].append(member)
        wait(for: member)
      }
    }
  }
#endif
