#if PostgreSQL
  internal import ObjectStore

  /// The common form of writes whose statements differ in their values only.
  enum WriteShape: Hashable {
    case insertion(EntityNumber)
    case update(EntityNumber, slots: [Slot], isOverwriting: Bool)
    case deletion(EntityNumber, hasVersion: Bool)

    /// Makes the shape of a write.
    init(_ write: RowWrite) {
      switch write {
      case .insert(let row): self = .insertion(row.id.entity)
      case .update(let row, let slots): self = .update(row.id.entity, slots: slots, isOverwriting: false)
      case .overwrite(let row, let slots): self = .update(row.id.entity, slots: slots, isOverwriting: true)
      case .delete(let id, let version): self = .deletion(id.entity, hasVersion: version != nil)
      }
    }

    /// The entity of the row.
    var entity: EntityNumber {
      switch self {
      case .insertion(let entity), .update(let entity, _, _), .deletion(let entity, _): entity
      }
    }
  }
#endif
