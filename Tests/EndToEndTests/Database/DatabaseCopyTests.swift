#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite("Copying libraries to PostgreSQL and back", .enabled(if: PostgresServer.isKnown), .fewAtOnce)
  struct DatabaseCopyTests {
    @Test("A library goes from a folder to a database and back, with all that it has")
    func copying() async throws {
      let home = try await Home(photos: threePhotographers)
      try await home.run("tag", "11", "+dusk").expectSuccess()
      try await home.run("album", "add", "Lisbon", "11", "21").expectSuccess()
      try await home.run("delete", "12").expectSuccess()
      let (photos, albums) = (
        try await home.run("photos", "--json").output, try await home.run("albums").output
      )
      try await Database.with { database in
        let copy = try await home.run("copy", database.address)
        copy.expectSuccess()
        #expect(copy.output.hasPrefix("Copied 7 photos, ") && copy.output.hasSuffix("is equal.\n"))
        #expect(!copy.output.contains(database.password))
        #expect(try await home.run("photos", "--json", "--library", database.address).output == photos)
        #expect(try await home.run("albums", "--library", database.address).output == albums)
        let back = home.folder.path("back")
        try await home.run("copy", back, "--library", database.address).expectSuccess()
        #expect(try await home.run("photos", "--json", "--library", back).output == photos)
        let restored = try await home.run("restore", "12", "--library", back)
        restored.expectSuccess()
        let check = try await home.run("check", "--library", back)
        check.expectSuccess()
        #expect(check.lines.last == "sound" && check.lines.contains("Photo\t8"))
        // A place with photos is refused and stays as it is.
        let again = try await home.run("copy", database.address)
        again.expectFailure("is not empty")
        #expect(!again.errors.contains(database.password))
        try await home.run("copy", back).expectFailure("is not empty")
        #expect(try await home.run("photos", "--json", "--library", database.address).output == photos)
      }
    }

    @Test("A copy into a database that is stopped copies nothing, and can be repeated")
    func stopped() async throws {
      let home = try await Home(photos: threePhotographers)
      try await Database.with { database in
        // A source that cannot be read leaves a library without rows.
        let failed = try await home.run(
          "refresh", "--source", "file:///nowhere.json", "--library", database.address)
        #expect(failed.status == 1)
        let stopped = try await home.shell(
          Self.stopping,
          environment: [
            "DATABASE": PostgresServer.connection ?? "", "SCHEMA": database.schema,
            "TARGET": database.address,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
          ])
        #expect(stopped.output == "143\n" && stopped.errors.contains("Nothing was copied to postgresql://"))
        #expect(
          stopped.errors.contains("the copy was canceled") && !stopped.errors.contains(database.password))
        #expect(try await home.run("photos", "--library", database.address).lines.isEmpty)
        try await home.run("copy", database.address).expectSuccess()
        #expect(try await home.run("photos", "--library", database.address).lines.count == 8)
      }
    }

    /// Holds the lock of the writers, stops a copy that waits for it, and prints the status of the copy.
    private static let stopping = #"""
      sql() { psql -qAtX -d "$DATABASE" -c "$1"; }
      lock="FROM pg_locks l, $SCHEMA._metadata m WHERE m.key = 'lock' AND l.locktype = 'advisory'
        AND (l.classid::bigint << 32) + l.objid::bigint = m.value::bigint"
      until_one() { until [ "$(sql "SELECT count(*) $lock AND l.granted = $1")" = 1 ]; do sleep 0.05; done; }
      mkfifo hold
      psql -qAtX -d "$DATABASE" < hold > /dev/null &
      exec 3> hold
      echo "SELECT pg_advisory_lock(value::bigint) FROM $SCHEMA._metadata WHERE key = 'lock';" >&3
      until_one true
      "$P" copy "$TARGET" 3>&- &
      copy=$!
      until_one false
      kill -TERM $copy
      exec 3>&-
      wait $copy
      echo $?
      """#
  }
#endif
