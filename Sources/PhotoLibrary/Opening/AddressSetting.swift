import Foundation

/// A setting of a connection string.
struct AddressSetting: Hashable, Sendable {
  let name: String
  let value: String

  /// The setting that names the schema of a library.
  static let schema = "schema"

  /// A Boolean value that indicates whether the value must not be shown.
  var isSecret: Bool { Self.secrets.contains(name) }

  private static let secrets: Set = [
    "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
  ]

  /// The names by which a list of settings is told from the path of a folder: those of libpq 18 that can come first in
  /// practice.
  static let names: Set = secrets.union([
    schema, "host", "hostaddr", "port", "dbname", "user", "passfile", "service", "servicefile", "options",
    "application_name", "client_encoding", "channel_binding", "require_auth", "connect_timeout", "sslmode",
    "sslnegotiation", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslsni", "gssencmode", "krbsrvname",
    "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
    "target_session_attrs", "load_balance_hosts",
  ])

  /// Returns the settings that are added to those of the user.
  ///
  /// The library is read on the main actor, which waits as long as a connection is not known to be dead: without these, up
  /// to a quarter of an hour. A service file, which the address or the environment names, can have settings of its own, and
  /// stays as it is.
  static func defaults(
    besides given: [AddressSetting], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [AddressSetting] {
    let names = Set(given.map(\.name))
    guard !names.contains("service"), environment["PGSERVICE"] == nil else { return [] }
    return [
      AddressSetting(name: "tcp_user_timeout", value: "10000"),
      AddressSetting(name: "keepalives_idle", value: "10"),
      AddressSetting(name: "keepalives_interval", value: "3"),
      AddressSetting(name: "keepalives_count", value: "3"),
    ].filter { !names.contains($0.name) }
  }
}
