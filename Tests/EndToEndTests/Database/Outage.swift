#if PostgreSQL
  import Foundation
  import TestSupport

  extension Home {
    /// Opens a browser of a library with photos of three photographers.
    static func browsing(_ address: String) async throws -> (home: Home, session: TerminalSession) {
      let home = try await Home(photos: threePhotographers, address: address)
      let session = try home.browse(size: .init(columns: 160, rows: 24))
      try await session.wait(forCursor: "Anchor", inPane: 1)
      return (home, session)
    }
  }

  extension PrivateServer {
    /// Kills the server, and waits until a browser says that it does not answer.
    func kill(seenBy session: TerminalSession) async throws {
      try await kill()
      try await session.wait(until: "the outage") { $0.statusLine.contains("The library does not answer") }
    }
  }
#endif
