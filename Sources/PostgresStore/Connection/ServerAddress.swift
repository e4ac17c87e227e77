#if PostgreSQL
  internal import CPostgreSQL
  internal import Foundation

  /// The address of a database: a connection string in libpq's syntax, checked once.
  struct ServerAddress: Sendable {
    /// The connection string.
    let text: String
    /// The server and the database for messages, without a password.
    let place: String
    /// A Boolean value that indicates whether the string, the environment or a service file limits the time of connecting.
    let hasTimeout: Bool
    /// The number of hosts, which libpq tries one after the other; 1 for those of a service file.
    let hostCount: Int

    /// Checks a connection string.
    ///
    /// - Parameters:
    ///   - text: The connection string.
    ///   - environment: The variables from which libpq takes what the string lacks.
    /// - Throws: A ``PostgresError`` of the kind ``PostgresError/Kind/wrongConnectionString``. It does not quote libpq's
    ///   message, which can contain a part of the string, and so a password.
    init(
      _ text: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(PostgresError) {
      guard !Self.hasStrayPassword(text), let options = PQconninfoParse(text, nil) else {
        throw Self.unreadable
      }
      defer { PQconninfoFree(options) }
      var values: [String: String] = [:]
      var defaults: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          values[String(cString: keyword)] = String(cString: value)
        } else if let variable = option.pointee.envvar {
          defaults[String(cString: keyword)] = environment[String(cString: variable)]
        }
        option += 1
      }
      // A password with an unescaped slash: libpq takes its beginning for the port.
      guard values["port"]?.allSatisfy({ $0 == "," || ("0"..."9").contains($0) }) != false else {
        throw Self.unreadable
      }
      self.text = text
      let service = values["service"] ?? defaults["service"]
      hasTimeout =
        values["connect_timeout"] != nil || defaults["connect_timeout"] != nil
        || service.map { Self.limitsTime(service: $0, text) } == true
      // A service file precedes the environment.
      let others = service == nil ? defaults : [:]
      let host = values["host"] ?? values["hostaddr"] ?? service ?? others["host"] ?? others["hostaddr"]
      let hosts = Self.hosts(host ?? "local socket", ports: values["port"] ?? others["port"] ?? "")
      hostCount = hosts.count
      let database = values["dbname"] ?? others["dbname"] ?? values["user"] ?? others["user"]
      place = "postgresql://\(hosts.joined(separator: ","))/\(database ?? "")"
    }

    /// Returns a Boolean value that indicates whether a service file limits the time of connecting.
    ///
    /// Only a connection knows what libpq has found in these files. This one is refused before it opens a socket: there is no
    /// such mode of TLS.
    private static func limitsTime(service: String, _ text: String) -> Bool {
      let handle = Server.start(["dbname", "service", "sslmode"], [text, service, "none"])
      defer { PQfinish(handle) }
      guard let options = PQconninfo(handle) else { return false }
      defer { PQconninfoFree(options) }
      var option = options
      while let keyword = option.pointee.keyword {
        if String(cString: keyword) == "connect_timeout" { return option.pointee.val != nil }
        option += 1
      }
      return false
    }

    private static var unreadable: PostgresError {
      PostgresError(.wrongConnectionString, place: "", reason: "libpq cannot parse it")
    }

    /// Returns a Boolean value that indicates whether an address has a password with an unescaped `@` or `/`.
    ///
    /// libpq ends the user and the password at the first `@` before a `/`, even behind a `?`, and takes the rest of the
    /// password for the host or the database, which messages contain.
    private static func hasStrayPassword(_ text: String) -> Bool {
      guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else { return false }
      let (at, slash) = (UInt8(ascii: "@"), UInt8(ascii: "/"))
      var rest = text.utf8.dropFirst(scheme.utf8.count)
      if let end = rest.firstIndex(where: { $0 == at || $0 == slash }), rest[end] == at {
        rest = rest[rest.index(after: end)...]
      }
      return rest.prefix { $0 != UInt8(ascii: "?") }.contains(at)
    }

    /// Returns each of the hosts with its port: libpq has a list of hosts, and a list of as many ports or one for all.
    private static func hosts(_ hosts: String, ports: String) -> [String] {
      let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false)
      let ports = ports.split(separator: ",", omittingEmptySubsequences: false)
      return hosts.indices.map { index in
        let port = ports.indices.contains(index) ? ports[index] : ports.first ?? ""
        return port.isEmpty ? String(hosts[index]) : "\(hosts[index]):\(port)"
      }
    }
  }
#endif
