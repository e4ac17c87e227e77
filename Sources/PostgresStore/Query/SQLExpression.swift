#if PostgreSQL
  internal import ObjectStore

  /// A value of a row in SQL.
  struct SQLExpression {
    /// The type of the value.
    let type: ColumnType
    /// The text by which the value is read.
    let read: String
    /// The text by which the value is compared.
    let compared: String
    /// The text for the entity of a referenced row, where several are possible.
    let entity: String?
    /// The column with the trigrams of the value; nil without a full-text index.
    let trigrams: String?

    /// Creates the expression of a column.
    init(_ column: String, _ type: ColumnType, entity: String? = nil, trigrams: String? = nil) {
      self.trigrams = trigrams
      self.type = type
      read = type.read(column)
      compared = type.compared(column)
      self.entity = entity
    }

    /// The type in which values are compared.
    var kind: Parameter.Kind { type.kind == .numeric ? .real : type.kind }

    /// A value as a parameter.
    enum Operand {
      case null
      case value(Parameter)
    }

    /// Returns a value as a parameter that compares in PostgreSQL as it does in memory; nil if there is none, as for a
    /// fraction that is compared with integers.
    func operand(_ value: PropertyValue) -> Operand? {
      switch (kind, value.columnValue) {
      case (_, .null): .null
      case (.integer, .integer(let number)): .value(.integer(number))
      case (.integer, .real(let number)): Int64(exactly: number).map { .value(.integer($0)) }
      case (.boolean, .integer(let number)) where number == 0 || number == 1: .value(.boolean(number == 1))
      case (.real, .real(let number)): .value(.real(number))
      // A greater number would be rounded.
      case (.real, .integer(let number)) where number.magnitude <= 1 << 53: .value(.real(Double(number)))
      case (.text, .string(let text)): .value(.text(EscapedText.escape(text)))
      case (.bytes, .data(let data)): .value(.bytes(data))
      case (.uuid, .data(let data)):
        if case .uuid(let uuid) = ValueForm.uuid.value(ofColumn: .data(data)) {
          .value(.uuid(uuid))
        } else {
          nil
        }
      default: nil
      }
    }

    /// The type of an array of values, or nil if there is none.
    var arrayKind: Parameter.Kind? {
      switch kind {
      case .integer: .integers
      case .real: .reals
      case .text: .texts
      case .bytes: .byteArrays
      case .uuid: .uuids
      default: nil
      }
    }
  }
#endif
