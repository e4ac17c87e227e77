#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite("Commands on a library in PostgreSQL", .enabled(if: PostgresServer.isKnown), .fewAtOnce)
  struct DatabaseCommandTests {
    @Test("Commands read and change a library in a database like one in a folder")
    func commands() async throws {
      let plain = try await Home(photos: threePhotographers)
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        for command in [
          ["photos"], ["photos", "--by", "Ann", "--sort", "title"], ["photographers"], ["albums"],
        ] {
          let (run, expected) = (try await home.run(command), try await plain.run(command))
          run.expectSuccess()
          #expect(run.output == expected.output, "\(command)")
        }
        try await home.run("tag", "11", "+dusk").expectSuccess()
        try await home.run("album", "add", "Lisbon", "11", "21").expectSuccess()
        #expect(try await home.run("photos", "--album", "Lisbon").lines.count == 2)
        #expect(try await home.run("photos", "--search", "dusk").lines.count == 1)
        try await home.run("delete", "21").expectSuccess()
        #expect(try await home.run("photographers").lines.count == 2)
        try await home.run("restore", "21").expectSuccess()
        #expect(try await home.run("show", "21", "--json").output.contains("Elk"))
        let again = try await home.run(
          "refresh", "--json", "--source",
          home.file("photos.json", FlickrAnswers.page(photos: threePhotographers)))
        #expect(try again.figures().numbers["unchanged"] == 8)
        let check = try await home.run("check")
        check.expectSuccess()
        #expect(check.lines.last == "sound" && check.lines.contains("Photo\t8"))
        #expect(
          check.lines.contains { $0.hasPrefix("database\tpostgresql://") && !$0.contains(database.password) })
        let repair = try await home.run("check", "--repair")
        repair.expectSuccess()
        #expect(repair.lines.first?.hasPrefix("copy\tnone") == true && repair.lines.last == "sound")
        #expect(!FileManager.default.fileExists(atPath: home.library))
      }
    }

    @Test("An address can stand in an option, a variable, the configuration and a service file")
    func places() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let other = try Home()
        #expect(try await other.run("photos", "--library", database.address).lines.count == 8)
        let parts = try #require(URLComponents(string: database.address))
        let (host, port) = (parts.host ?? "", parts.port ?? 0)
        // The password of a password file.
        let line = "\(host):\(port):*:*:\(database.password)\n"
        try Data(line.utf8).write(to: other.folder.url.appending(path: ".pgpass"))
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: other.folder.path(".pgpass"))
        let list = "host=\(host) port=\(port) user=\(parts.user ?? "") dbname=\(parts.path.dropFirst())"
        try other.configure("library = \"\(list) schema='\(database.schema)'\"\n")
        let none = ["PROOFSHEET_LIBRARY": "", "PGPASSFILE": other.folder.path(".pgpass")]
        #expect(try await other.run("photos", environment: none).lines.count == 8)
        let service = "[photos]\n" + list.replacing(" ", with: "\n") + "\n"
        try Data(service.utf8).write(to: other.folder.url.appending(path: "services"))
        let run = try await other.run(
          "photos", "--library", "service=photos schema=\(database.schema)",
          environment: none.merging(["PGSERVICEFILE": other.folder.path("services")]) { $1 })
        #expect(run.lines.count == 8, "\(run.errors)")
        withExtendedLifetime(home) {}
      }
    }

    @Test("A configuration with a password that others can read is refused")
    func openConfiguration() async throws {
      let home = try Home()
      try home.configure("library = \"postgresql://ann:s3cret@db/photos\"\n")
      let run = try await home.run("photos", environment: ["PROOFSHEET_LIBRARY": ""])
      run.expectFailure("holds a password and", "chmod 600")
      #expect(!run.errors.contains("s3cret"))
    }

    @Test("A server that does not answer, a wrong password and a missing database end with a sentence")
    func failures() async throws {
      let home = try Home()
      let address = try #require(PostgresServer.connection)
      let closed = try PostgresServer.changed(port: 1)
      let refused = try await home.run("photos", "--library", closed)
      refused.expectFailure("No PostgreSQL server answers at postgresql://127.0.0.1:1/")
      let wrong = try await home.run("photos", "--library", PostgresServer.changed(password: "wr0ng"))
      wrong.expectFailure("does not admit the user")
      let missing = try await home.run("photos", "--library", PostgresServer.changed(database: "nowhere"))
      missing.expectFailure("There is no database", "nowhere")
      let empty = try PostgresServer.changed(settings: ["schema": "nothing"])
      let none = try await home.run("photos", "--library", empty)
      none.expectFailure("There is no library in postgresql://", "proofsheet refresh")
      let password = try #require(URLComponents(string: address)?.password)
      for run in [refused, wrong, missing, none] { #expect(!run.errors.contains(password)) }
      #expect(!wrong.errors.contains("wr0ng"))
    }

    @Test("A browser that cannot reach the server leaves the terminal as it was, and says why")
    func unreachableBrowser() async throws {
      let home = try Home(address: try PostgresServer.changed(port: 1))
      let session = try home.browse()
      #expect(try await session.exit() == .exited(1))
      #expect(session.screen.text.replacing("\n", with: "").contains("No PostgreSQL server answers"))
    }

    @Test("A user without the right to write reads, and is told why nothing can be changed")
    func reader() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let reader = try Home(address: try await database.addReader())
        #expect(try await reader.run("photos").lines.count == 8)
        for command in [
          ["delete", "11"], ["tag", "11", "+dusk"], ["check", "--repair"], ["restore", "11"],
        ] {
          let run = try await reader.run(command)
          run.expectFailure("can only be read", "lacks the right to change the table")
        }
        #expect(try await home.run("photos").lines.count == 8)
      }
    }

    @Test("A user without any right to the library is told what to ask for")
    func stranger() async throws {
      try await Database.with { database in
        let home = try await Home(photos: threePhotographers, address: database.address)
        let address = try await database.addReader()
        let role = try #require(URLComponents(string: address)?.user)
        try await PostgresServer.run("REVOKE USAGE ON SCHEMA \(database.schema) FROM \(role)")
        let stranger = try Home(address: address)
        for command in [["photos"], ["check"], ["tag", "11", "+dusk"]] {
          let run = try await stranger.run(command)
          run.expectFailure(
            "cannot be opened, created or updated: the user lacks a right", "Ask the owner of")
          #expect(!run.errors.contains("StoreOptions"))
        }
        withExtendedLifetime(home) {}
      }
    }
  }
#endif
