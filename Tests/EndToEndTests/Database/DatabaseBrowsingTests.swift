#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite("Browsing a library in PostgreSQL", .enabled(if: PostgresServer.isKnown), .fewAtOnce)
  struct DatabaseBrowsingTests {
    @Test("Photos are deleted and brought back, and the next session begins where this one ended")
    func session() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let session = try home.browse()
        try await session.wait(forCursor: "Anchor", inPane: 1)
        try await session.type("ljd", andWaitForFoot: "Deleted “Bridge”")
        try await home.waitUntil("Bridge is deleted") { !$0.contains("Bridge") }
        try await session.type("u", andWaitForFoot: "Brought back “Bridge”")
        try await home.waitUntil("Bridge is back") { $0.contains("Bridge") }
        session.type("jj")
        try await session.wait(forCursor: "Dune", inPane: 1)
        #expect(!session.screen.text.contains(database.password))
        try await session.leave()
        let next = try home.browse()
        try await next.wait(forCursor: "Dune", inPane: 1)
        try await next.leave()
        #expect(!FileManager.default.fileExists(atPath: home.library))
        try await home.run("check").expectSuccess()
      }
    }

    @Test("Two browsers show each other's deletions, marks and imports")
    func twoBrowsers() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let (left, right) = (try home.browse(), try home.browse())
        try await left.wait(forCursor: "Anchor", inPane: 1)
        try await right.wait(forCursor: "Anchor", inPane: 1)
        right.type("ljj")
        try await right.wait(forCursor: "Cloud", inPane: 1)
        try await left.type("ld", andWaitForFoot: "Deleted “Anchor”")
        try await right.wait(until: "Anchor gone") { $0.panes.count > 1 && $0.panes[1].lacks("Anchor") }
        #expect(right.screen.panes[1].current == "Cloud")
        try await right.type("d", andWaitForFoot: "Deleted “Cloud”")
        try await left.wait(until: "Cloud gone") { $0.panes[1].lacks("Cloud") }
        try await left.type("u", andWaitForFoot: "Brought back “Anchor”")
        try await right.wait(until: "Anchor back") { $0.panes[1].contains("Anchor") }
        let page = FlickrAnswers.page(photos: [LoopbackPhoto(15, "Eagle", by: "Ann")])
        try await home.run("refresh", "--source", try home.file("more.json", page)).expectSuccess()
        for session in [left, right] {
          try await session.wait(until: "Eagle") { $0.panes[1].contains("Eagle") }
          try await session.leave()
        }
        try await home.run("check").expectSuccess()
      }
    }

    @Test("A change that another program holds up says so, and is saved when that has ended")
    func lockWait() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let session = try home.browse()
        try await session.wait(forCursor: "Anchor", inPane: 1)
        // A key is in reserve for what the next deletion leaves, and the save of the first one is done.
        try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
        try await session.type("u", andWaitForFoot: "Brought back “Anchor”")
        try await home.waitUntil("Anchor is back") { $0.contains("Anchor") }
        let server = try #require(PostgresServer.connection)
        let other = try TerminalSession("psql", arguments: ["-qAtX", "-d", server])
        try await other.wait(until: "its prompt") { $0.text.contains("=#") }
        other.type(
          """
          BEGIN; SELECT pg_advisory_xact_lock(value::bigint) FROM \(database.schema)._metadata WHERE key = 'lock'; \
          SELECT 'held ' || 'now';\r
          """)
        try await other.wait(until: "the lock") { $0.text.contains("held now") }
        try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
        let message = "Another program is writing to the library; waiting"
        try await session.wait(until: "the wait") { $0.foot.contains(message) }
        // The browser goes on.
        session.type("j")
        try await session.wait(forCursor: "Cloud", inPane: 1)
        other.type("ROLLBACK;\r")
        try await session.wait(until: "its end") { !$0.foot.contains(message) }
        try await home.waitUntil("Anchor is deleted") { !$0.contains("Anchor") }
        try await session.leave()
        try await home.run("check").expectSuccess()
      }
    }

    @Test("Names of albums are completed on the command line")
    func completion() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let session = try home.browse()
        try await session.wait(forCursor: "Anchor", inPane: 1)
        session.type("l")
        for album in ["Sea", "Sand", "Mountains"] {
          try await session.type(":album \(album)\r", andWaitForFoot: album)
        }
        // They are read when they are asked for, as tags are.
        session.type(":album-delete S\t")
        try await session.wait(until: "an album of two in the line") { screen in
          screen.text.contains(":album-delete Sand") && screen.text.contains("│ Sea  your album")
            && !screen.text.contains("Mountains")
        }
        session.press(.enter)
        try await session.wait(forFoot: "Deleted the album Sand")
        try await session.leave()
      }
    }

    @Test("A draft that the server cannot take is asked for again, and applied later")
    func draft() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let rename = { (from: String, to: String) in
          #"psql -qAtX -d '\#(PostgresServer.connection ?? "")' -c 'ALTER SCHEMA \#(from) RENAME TO \#(to)'"#
        }
        let away = rename(database.schema, "\(database.schema)_away")
        let back = rename("\(database.schema)_away", database.schema)
        let line = #"if grep -q Andes "$1"; then \#(back); else sed -i 's/Anchor/Andes/' "$1"; \#(away); fi"#
        let editor = try await home.addProgram("editor", line)
        let session = try home.browse(environment: ["VISUAL": editor, "TMPDIR": home.folder.url.path])
        try await session.wait(forCursor: "Anchor", inPane: 1)
        try await session.type("le", andWaitForFoot: "Enter edits again, Esc gives up")
        session.press(.enter)
        try await session.wait(forFoot: "Edited 1 photo: 1 title")
        try await session.leave()
        #expect(try await home.run("photos").output.contains("Andes"))
      }
    }

    @Test("A user without the right to write browses, and a deletion says why it is refused")
    func reader() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let reader = try Home(address: try await database.addReader())
        let session = try reader.browse(size: .init(columns: 200, rows: 24))
        try await session.wait(forCursor: "Anchor", inPane: 1)
        try await session.type("ld", andWaitForFoot: "can only be read")
        #expect(session.screen.panes[1].contains("Anchor"))
        // What others change is shown.
        try await home.run("delete", "12").expectSuccess()
        try await session.wait(until: "Bridge gone") { $0.panes[1].lacks("Bridge") }
        try await session.leave()
        #expect(try await home.run("photos").lines.count == 7)
      }
    }
  }
#endif
