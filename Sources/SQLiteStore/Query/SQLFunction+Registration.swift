internal import CSQLite
internal import ObjectStore

extension SQLFunction {
  /// Registers all functions with a connection, and returns SQLite's result code.
  static func register(on connection: OpaquePointer) -> Int32 {
    for function in all {
      let code = function.register(on: connection)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// Registers the function, which the connection retains until it is closed.
  private func register(on connection: OpaquePointer) -> Int32 {
    let body = Unmanaged.passRetained(Body(body, folding: folding)).toOpaque()
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let count = Int32(argumentCount)
    return isAggregate
      ? sqlite3_create_function_v2(
        connection, name, count, flags, body, nil, Self.step, Self.finish, Self.release)
      : sqlite3_create_function_v2(connection, name, count, flags, body, Self.call, nil, nil, Self.release)
  }

  /// A function as an object, which C can retain.
  private final class Body {
    let run: @Sendable ([PropertyValue]) -> PropertyValue

    let folding: FetchPredicate.Options?

    init(
      _ run: @escaping @Sendable ([PropertyValue]) -> PropertyValue, folding: FetchPredicate.Options? = nil
    ) {
      self.run = run
      self.folding = folding
    }

    static func of(_ context: OpaquePointer?) -> Body? {
      sqlite3_user_data(context).map { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// The values of a group of rows so far.
  private final class Group {
    var values: [PropertyValue] = []
  }

  private static let call:
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void =
      { context, count, arguments in
        if let folding = Body.of(context)?.folding, foldASCII(arguments?[0], folding, context) { return }
        let values = UnsafeBufferPointer(start: arguments, count: Int(count)).map(
          PropertyValue.init(textOrNumber:))
        Body.of(context)?.run(values).setResult(of: context)
      }

  /// Sets the folded text of an argument as the result if it is ASCII, without making a string of it.
  private static func foldASCII(
    _ argument: OpaquePointer?, _ options: FetchPredicate.Options, _ context: OpaquePointer?
  ) -> Bool {
    guard sqlite3_value_type(argument) == SQLITE_TEXT, let start = sqlite3_value_text(argument) else {
      return false
    }
    let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
    var union: UInt8 = 0
    for byte in text { union |= byte }
    guard union < 0x80 else { return false }
    guard options.contains(.caseInsensitive) else {
      sqlite3_result_value(context, argument)
      return true
    }
    guard let memory = sqlite3_malloc64(UInt64(text.count) + 1) else { return false }
    let folded = memory.bindMemory(to: UInt8.self, capacity: text.count)
    for index in text.indices {
      let byte = text[index]
      folded[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
    sqlite3_result_text64(
      context, UnsafePointer(UnsafeRawPointer(memory).assumingMemoryBound(to: CChar.self)),
      UInt64(text.count),
      sqlite3_free, UInt8(SQLITE_UTF8))
    return true
  }

  /// Returns the memory in which SQLite keeps the group during a call; initially zero.
  private static func group(
    _ context: OpaquePointer?, size: Int
  ) -> UnsafeMutablePointer<Unmanaged<Group>?>? {
    sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: Unmanaged<Group>?.self)
  }

  private static let step:
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void =
      { context, _, arguments in
        guard let place = group(context, size: MemoryLayout<Unmanaged<Group>?>.size) else { return }
        let group = place.pointee ?? Unmanaged.passRetained(Group())
        place.pointee = group
        group.takeUnretainedValue().values.append(PropertyValue(textOrNumber: arguments?[0]))
      }

  /// Called once for each group, including one without rows, and when the statement is interrupted.
  private static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
    let group = group(context, size: 0)?.pointee
    Body.of(context)?.run(group?.takeUnretainedValue().values ?? []).setResult(of: context)
    group?.release()
  }

  private static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    guard let data else { return }
    Unmanaged<Body>.fromOpaque(data).release()
  }
}

extension PropertyValue {
  /// Creates a value from an argument that is text, including NUL characters, or a number; null for anything else.
  fileprivate init(textOrNumber argument: OpaquePointer?) {
    self = sqlite3_value_type(argument) == SQLITE_BLOB ? .null : PropertyValue(argument: argument)
  }
}
