internal import CSQLite
internal import ObjectGraph

extension SQLFunction {
  /// Makes all functions known to a connection; the code is SQLite's.
  static func register(on connection: OpaquePointer) -> Int32 {
    for function in all {
      let code = function.register(on: connection)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// The connection keeps the function until it is closed.
  private func register(on connection: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      connection, name, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(Body(body)).toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        let body = Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
        let values = UnsafeBufferPointer(start: arguments, count: Int(count)).map(
          PropertyValue.init(argument:))
        body.run(values).setResult(of: context)
      }, nil, nil,
      { data in
        guard let data else { return }
        Unmanaged<Body>.fromOpaque(data).release()
      })
  }

  /// A function as an object, which C can hold on to.
  private final class Body {
    let run: @Sendable ([PropertyValue]) -> PropertyValue

    init(_ run: @escaping @Sendable ([PropertyValue]) -> PropertyValue) { self.run = run }
  }
}

extension PropertyValue {
  /// An argument that is text, NUL characters included, or a number; null for anything else.
  fileprivate init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      // The text before its length: asking for it may convert it.
      let start = sqlite3_value_text(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .string(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    default: self = .null
    }
  }

  /// Gives the value back as the result of a function: text, a whole number or null.
  fileprivate func setResult(of context: OpaquePointer?) {
    switch self {
    case .integer(let number): sqlite3_result_int64(context, number)
    case .string(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          csqlite_result_text(context, $0.baseAddress, UInt64($0.count))
        }
      }
    default: sqlite3_result_null(context)
    }
  }
}
