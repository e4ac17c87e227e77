#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The type of a column.
  enum ColumnType: Hashable, Sendable {
    /// A value of an attribute.
    case attribute(ValueForm)
    /// The key of a row of the entity with that number, or of one of its subentities.
    case reference(EntityNumber)
    /// No column: the slot always reads as this value.
    case absent(PropertyValue)

    /// Creates the type of the column of a slot.
    init(slot: Slot, of entity: Entity, in model: ManagedObjectModel) {
      if let attribute = entity.attribute(inSlot: slot), attribute.isTransient {
        self = .absent(attribute.defaultValue)
      } else if let destination = entity.relationship(inSlot: slot)?.destination {
        // A valid model has a destination for each relationship.
        self = .reference(model.number(ofEntity: destination) ?? 0)
      } else {
        // A slot that is not an attribute is a position in an ordered relationship.
        self = .attribute((entity.attribute(inSlot: slot)?.type ?? .integer64).traits.form)
      }
    }

    /// A Boolean value that indicates whether there is a column.
    var isPresent: Bool {
      if case .absent = self { false } else { true }
    }

    /// The type of the parameters for the column.
    var kind: Parameter.Kind {
      switch self {
      case .reference, .absent: .integer
      case .attribute(let form): form.kind
      }
    }

    /// The type of the column as it is declared.
    ///
    /// The collation "C" compares bytes, as the library does, and does not change with the operating system.
    var declaration: String { kind == .text ? "text COLLATE \"C\"" : kind.name }

    /// Returns the expression that is read for a column.
    func read(_ column: String) -> String { kind == .numeric ? "\(column)::text" : column }

    /// Returns the expression by which values are compared: a decimal number is compared as a real one.
    func compared(_ column: String) -> String { kind == .numeric ? "(\(column)::double precision)" : column }

    /// Returns the parameter for a value; NULL for a value of another form, and for what is not a number.
    func parameter(_ value: PropertyValue) -> Parameter {
      switch value {
      case .integer(let number) where kind == .integer: .integer(number)
      case .reference(let id): .integer(id.key)
      case .real(let number) where kind == .real && !number.isNaN: .real(number)
      case .date(let date) where !date.timeIntervalSinceReferenceDate.isNaN:
        .real(date.timeIntervalSinceReferenceDate)
      case .boolean(let flag): .boolean(flag)
      case .string(let text): .text(EscapedText.escape(text))
      case .url(let url): .text(EscapedText.escape(url.absoluteString))
      case .data(let data): .bytes(data)
      case .transformed(let value): .bytes(value.bytes)
      case .uuid(let uuid): .uuid(uuid)
      case .decimal(let number) where !number.isNaN: .decimal(number)
      default: .null(kind)
      }
    }

    /// Reads a value; one of another type is read as null.
    ///
    /// - Parameters:
    ///   - answer: The rows.
    ///   - row: The row.
    ///   - column: The column with the value.
    ///   - entity: The entity of a referenced row, if it is known.
    ///   - store: The store of a referenced row.
    func value(
      _ answer: Answer, _ row: Int, _ column: Int, entity: EntityNumber?, in store: StoreIdentity
    ) -> PropertyValue {
      switch self {
      case .absent(let value): value
      case .reference(let destination):
        answer.integer(row, column).map {
          .reference(ManagedObjectID(entity: entity ?? destination, key: $0, in: store))
        } ?? .null
      case .attribute(let form): form.value(answer, row, column) ?? .null
      }
    }
  }

  extension ValueForm {
    /// The type of the values of the form in PostgreSQL.
    ///
    /// A date is a real number of seconds: `timestamptz` has microseconds and ends at the year 294276.
    var kind: Parameter.Kind {
      switch self {
      case .integer: .integer
      case .real, .date: .real
      case .decimal: .numeric
      case .string, .url: .text
      case .boolean: .boolean
      case .data, .transformed: .bytes
      case .uuid: .uuid
      }
    }

    /// Reads a value; nil for NULL.
    func value(_ answer: Answer, _ row: Int, _ column: Int) -> PropertyValue? {
      switch self {
      case .integer: answer.integer(row, column).map { .integer($0) }
      case .real: answer.real(row, column).map { .real($0) }
      case .date: answer.real(row, column).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      case .boolean: answer.boolean(row, column).map { .boolean($0) }
      case .string: answer.text(row, column).map { .string(EscapedText.restore($0)) }
      case .url: answer.text(row, column).flatMap { URL(string: EscapedText.restore($0)) }.map { .url($0) }
      case .data: answer.data(row, column).map { .data($0) }
      case .transformed: answer.data(row, column).map { .transformed(TransformedValue(bytes: $0)) }
      case .uuid: answer.uuid(row, column).map { .uuid($0) }
      case .decimal: answer.text(row, column).flatMap { Decimal(string: $0) }.map { .decimal($0) }
      }
    }
  }
#endif
