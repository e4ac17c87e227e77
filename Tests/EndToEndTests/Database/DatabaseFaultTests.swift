#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "Browsing a library in PostgreSQL whose server fails", .enabled(if: PostgresServer.isKnown), .fewAtOnce)
  struct DatabaseFaultTests {
    @Test("A browser survives the end of the server, says so, and shows everything when it is back")
    func restart() async throws { try await PrivateServer.with(browse) }

    @Test("An edit that the server did not take is saved when it is back")
    func unsavedEdit() async throws { try await PrivateServer.with(edit) }

    @Test("Leaving while the server is down lists what is lost")
    func leaving() async throws { try await PrivateServer.with(leave) }

    @Test(
      "A browser goes on with the standby of a server that is lost, and misses nothing that was confirmed")
    func failover() async throws {
      try await PrivateServer.with { server in
        try await server.withStandby { try await failOver(from: server, to: $0) }
      }
    }

    @Test(
      "A refresh that finds the disk of the server full says so, and works when there is room again",
      .enabled(if: PrivateServer.canHaveSmallDisk))
    func fullDisk() async throws { try await PrivateServer.withSmallDisk(fill) }

    /// Opens a browser, and gives five stars to a photo while the server is down.
    private func editDuringOutage(
      _ server: PrivateServer
    ) async throws -> (home: Home, session: TerminalSession) {
      let (home, session) = try await Home.browsing(server.connection)
      try await session.type("lc", andWaitForFoot: "CULL")
      try await server.kill(seenBy: session)
      try await session.type("5", andWaitForFoot: "Not saved: ")
      return (home, session)
    }

    private func edit(_ server: PrivateServer) async throws {
      let (home, session) = try await editDuringOutage(server)
      try await server.start()
      try await session.wait(until: "the server again") {
        $0.foot.contains("The library answers again; saving again:")
      }
      let end = ContinuousClock.now + .seconds(60)
      while try await home.run("photos", "--star", "5").lines.count != 1 {
        try #require(ContinuousClock.now < end, "the stars are not in the library")
      }
      try await session.leave()
      #expect(try await home.run("photos", "--star", "5").output.contains("Anchor"))
    }

    private func leave(_ server: PrivateServer) async throws {
      let (_, session) = try await editDuringOutage(server)
      try await session.type("qd", andWaitForFoot: "Waits until the library answers: deleting “Bridge”")
      session.press(.ctrl("c"))
      #expect(try await session.exit() == .exited(1))
      #expect(session.screen.text.contains("Not saved: giving “Anchor” 5 stars, deleting “Bridge”"))
    }

    private func browse(_ server: PrivateServer) async throws {
      let (home, session) = try await Home.browsing(server.connection)
      session.type("l")
      try await server.kill(seenBy: session)
      #expect(session.screen.panes[1].contains("Anchor"))
      session.type("jj")
      try await session.wait(forCursor: "Cloud", inPane: 1)
      // A deletion that was read before the outage is saved later, another one is made later.
      try await session.type("d", andWaitForFoot: "“Cloud”")
      try await server.start()
      try await session.wait(until: "the server again") {
        !$0.statusLine.contains("The library does not answer")
      }
      try await home.run("delete", "14").expectSuccess()
      try await session.wait(until: "Cloud and Dune gone") { screen in
        screen.panes[1].lacks("Dune") && screen.panes[1].lacks("Cloud")
      }
      try await home.waitUntil("the same photos") { !$0.contains("Cloud") }
      try await session.leave()
      try await home.run("check").expectSuccess()
    }

    private func failOver(from server: PrivateServer, to standby: PrivateServer) async throws {
      let both = try PostgresServer.combined([server.connection, standby.connection])
      let (home, session) = try await Home.browsing(both)
      try await session.type("ljd", andWaitForFoot: "Deleted “Bridge”")
      try await home.waitUntil("Bridge is deleted") { !$0.contains("Bridge") }
      try await server.kill(seenBy: session)
      // The standby is there, but takes no changes: an edit stays and is saved later, is made later, or is refused.
      session.type("d")
      try await session.wait(until: "a message") {
        $0.foot.contains(/Not saved|Waits until the library answers|No PostgreSQL server answers/)
      }
      try await standby.promote()
      try await session.wait(until: "the standby") { !$0.statusLine.contains("The library does not answer") }
      try await home.waitUntil("Bridge is deleted") { !$0.contains("Bridge") }
      try await home.waitUntil("the same photos") {
        $0.contains("Cloud") == session.screen.panes[1].contains("Cloud")
      }
      try await home.run("delete", "14").expectSuccess()
      try await session.wait(until: "Dune gone") { $0.panes[1].lacks("Dune") }
      try await session.leave()
      try await home.run("check").expectSuccess()
    }

    private func fill(_ server: PrivateServer) async throws {
      let home = try await Home(photos: threePhotographers, address: server.connection)
      let page = FlickrAnswers.page(
        photos: (100..<600).map { LoopbackPhoto($0, "Eagle \($0)", by: "Ann") })
      let source = try home.file("more.json", page)
      let session = try home.browse("--source", try home.file("none.json", FlickrAnswers.page(photos: [])))
      try await session.wait(forCursor: "Anchor", inPane: 1)
      let photos = try await home.run("photos").output
      try server.fillDisk()
      let refused = try await home.run("refresh", "--source", source)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("The disk of the server is full"), "\(refused.errors)")
      // What is there can be read, and what finds room is written.
      #expect(try await home.run("photos").output == photos)
      session.type("l")
      for (key, done) in [
        ("d", "Deleted “Anchor”"), ("u", "Brought back “Anchor”"), ("d", "Deleted “Anchor”"),
      ] {
        session.type(key)
        try await session.wait(until: "a message") { screen in
          screen.foot.contains(done) || screen.foot.contains("Not saved: The disk of the server is full")
        }
      }
      try server.freeDisk()
      try await home.run("refresh", "--source", source).expectSuccess()
      try await session.wait(until: "Eagle") { $0.panes[1].contains("Eagle") }
      try await session.type("jd", andWaitForFoot: "Deleted")
      try await home.waitUntil("the same photos") { !$0.contains("Anchor") }
      try await session.leave()
      try await home.run("check").expectSuccess()
    }
  }
#endif
