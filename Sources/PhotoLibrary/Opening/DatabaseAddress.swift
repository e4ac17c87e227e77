/// The address of a library in a PostgreSQL database: a connection string in libpq's syntax, which may also name the schema.
///
/// The text is `postgresql://user@host/database?schema=name`, or a list such as `host=… dbname=… schema=name`. The setting
/// `schema` is this program's own; all others are libpq's.
public struct DatabaseAddress: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The connection string for libpq, which can contain a password.
  let connection: String
  /// The schema of the library's tables.
  public let schema: String
  /// The address for messages, without secrets.
  public let description: String
  /// A Boolean value that indicates whether the text contains a password or another secret.
  public let hasPassword: Bool

  /// The description: the properties contain a password.
  public var debugDescription: String { description }

  /// The schema of a library whose address names none.
  public static let usualSchema = "proofsheet"

  /// Returns whether a text is a connection string, with or without errors.
  static func isAddress(_ text: String) -> Bool {
    if AddressURI.isURI(text) { return true }
    // By hand: a regular expression would take half a millisecond at the start of the program.
    let name = text.drop(while: \.isWhitespace).prefix { ("a"..."z").contains($0) || $0 == "_" }
    guard text[name.endIndex...].first(where: { !$0.isWhitespace }) == "=" else { return false }
    return AddressSetting.names.contains(String(name))
  }

  /// Checks a connection string.
  ///
  /// - Throws: ``LibraryError/wrongAddress(reason:)``, which quotes nothing of the text: any part of a wrong one can be a
  ///   password.
  init(_ text: String) throws(LibraryError) {
    if let uri = try AddressURI(text) {
      self.init(uri.settings, hasPassword: uri.password != nil) { settings, isShown in
        uri.text(with: settings, isShown: isShown)
      }
    } else {
      self.init(try AddressList.settings(of: text), hasPassword: false) { settings, _ in
        AddressList.text(of: settings)
      }
    }
    guard !schema.isEmpty else { throw .wrongAddress(reason: "the name of the schema is empty") }
  }

  private init(
    _ settings: [AddressSetting], hasPassword: Bool,
    text: (_ settings: [AddressSetting], _ isShown: Bool) -> String
  ) {
    schema = settings.last { $0.name == AddressSetting.schema }?.value ?? Self.usualSchema
    let given = settings.filter { $0.name != AddressSetting.schema }
    self.hasPassword = hasPassword || given.contains(where: \.isSecret)
    connection = text(given + AddressSetting.defaults(besides: given), false)
    description = text(settings.filter { !$0.isSecret }, true)
  }
}
