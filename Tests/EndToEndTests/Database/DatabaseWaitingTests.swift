#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "Changes of a library in PostgreSQL whose server is down", .enabled(if: PostgresServer.isKnown),
    .fewAtOnce)
  struct DatabaseWaitingTests {
    private let waits = "Waits until the library answers: "

    @Test("Changes that must read first wait, and can be taken back")
    func edits() async throws { try await PrivateServer.with(wait) }

    @Test("Undo and redo of former changes wait, and later changes wait for them")
    func undo() async throws { try await PrivateServer.with(undo) }

    @Test("Other names of tags and moves to the trash wait")
    func background() async throws { try await PrivateServer.with(change) }

    private func wait(_ server: PrivateServer) async throws {
      let (home, session) = try await Home.browsing(server.connection)
      session.type("l")
      try await server.kill(seenBy: session)
      try await session.type(":album Sea\r", andWaitForFoot: waits + "adding “Anchor” to Sea")
      try await session.type("jd", andWaitForFoot: waits + "deleting “Bridge”")
      try await session.type("jd", andWaitForFoot: waits + "deleting “Cloud”")
      #expect(session.screen.statusLine.contains("3 changes wait"))
      // The photos under the cursor when the server answers are others.
      try await session.type("u", andWaitForFoot: "Waits no longer: deleting “Cloud”")
      try await server.start()
      try await session.wait(until: "Bridge gone") { $0.panes[1].lacks("Bridge") }
      #expect(session.screen.panes[1].contains("Cloud"))
      try await home.waitUntil("Bridge is deleted") { !$0.contains("Bridge") }
      try await session.type("u", andWaitForFoot: "Brought back “Bridge”")
      try await session.leave()
      #expect(try await home.run("photos", "--album", "Sea").output.contains("Anchor"))
      #expect(try await home.run("photos").output.contains("Bridge"))
      try await home.run("check").expectSuccess()
    }

    private func undo(_ server: PrivateServer) async throws {
      let (home, session) = try await Home.browsing(server.connection)
      try await session.type("ljd", andWaitForFoot: "Deleted “Bridge”")
      try await session.type("d", andWaitForFoot: "Deleted “Cloud”")
      try await home.waitUntil("Cloud is deleted") { !$0.contains("Cloud") }
      try await server.kill(seenBy: session)
      try await session.type("2u", andWaitForFoot: waits + "undo of deleting “Bridge”")
      #expect(session.screen.statusLine.contains("2 changes wait"))
      // A mark alone would be made at once; the undo would then take it back.
      try await session.type("c5", andWaitForFoot: waits + "giving “Dune” 5 stars")
      // It leaves the mode, in which “u” takes a flag away.
      session.type("q")
      try await session.type("u", andWaitForFoot: "Waits no longer: giving “Dune” 5 stars")
      try await session.type("u", andWaitForFoot: "Nothing more to undo")
      session.press(.ctrl("r"))
      try await session.wait(forFoot: "Waits no longer: undo of deleting “Bridge”")
      try await session.type("d", andWaitForFoot: waits + "deleting “Dune”")
      #expect(session.screen.statusLine.contains("2 changes wait"))
      try await server.start()
      try await session.wait(until: "Cloud for Dune") { screen in
        screen.panes[1].contains("Cloud") && screen.panes[1].lacks("Dune")
      }
      try await home.waitUntil("Cloud for Dune") { $0.contains("Cloud") && !$0.contains("Dune") }
      try await session.type("2u", andWaitForFoot: "Brought back")
      try await home.waitUntil("Bridge and Dune") { $0.contains("Bridge") && $0.contains("Dune") }
      // A redo waits as well.
      try await server.kill(seenBy: session)
      session.press(.ctrl("r"))
      try await session.wait(forFoot: waits + "redo of deleting “Bridge”")
      try await server.start()
      try await home.waitUntil("Bridge is deleted") { !$0.contains("Bridge") }
      try await session.leave()
      try await home.run("check").expectSuccess()
    }

    private func change(_ server: PrivateServer) async throws {
      let home = try Home.withPictures(address: server.connection)
      let session = try home.browse("Pictures", size: .init(columns: 160, rows: 24))
      try await session.wait(forFoot: "3 new photos")
      try await session.wait(forCursor: "anchor", inPane: 1)
      try await session.type("ATsea\r", andWaitForFoot: "Tagged 3 photos")
      try await home.waitUntil("tags", of: ["photos", "--search", "sea"]) {
        $0.split(separator: "\n").count == 3
      }
      session.press(.escape)
      try await session.wait(until: "no selection") { !$0.text.contains("3 selected") }
      try await server.kill(seenBy: session)
      try await session.type(":tag-rename sea ocean\r", andWaitForFoot: waits + "renaming the tag sea")
      session.type(":trash\r")
      try await session.wait(until: "a question or its answer") { screen in
        screen.foot.contains("Enter moves them") || screen.foot.contains(waits + "moving")
      }
      if session.screen.foot.contains("Enter moves them") { session.press(.enter) }
      try await session.wait(forFoot: waits + "moving “anchor” to the trash")
      #expect(session.screen.statusLine.contains("2 changes wait"))
      #expect(FileManager.default.fileExists(atPath: home.folder.path("Pictures/anchor.jpg")))
      try await server.start()
      try await session.wait(until: "anchor gone") { $0.panes[1].lacks("anchor") }
      try await home.waitUntil("one deleted and two renamed", of: ["photos", "--search", "ocean"]) {
        $0.split(separator: "\n").count == 2
      }
      #expect(FileManager.default.fileExists(atPath: home.folder.path("data/Trash/files/anchor.jpg")))
      try await session.type("u", andWaitForFoot: "Brought back “anchor”")
      try await session.type("u", andWaitForFoot: "Undone: renaming the tag sea")
      try await home.waitUntil("all as before", of: ["photos", "--search", "sea"]) {
        $0.split(separator: "\n").count == 3
      }
      #expect(FileManager.default.fileExists(atPath: home.folder.path("Pictures/anchor.jpg")))
      try await session.leave()
      try await home.run("check").expectSuccess()
    }
  }
#endif
