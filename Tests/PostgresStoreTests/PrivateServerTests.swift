#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite("The script of private servers", .enabled(if: PostgresServer.isKnown))
  struct PrivateServerTests {
    private func run(_ arguments: String...) async throws -> FinishedProgram {
      try await FinishedProgram(
        Repository.url("Scripts/private-postgres").path, arguments: arguments,
        environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    }

    @Test("A folder whose server could not be made is removed")
    func failedStart() async throws {
      let folder = try TemporaryFolder()
      let place = folder.url.appending(path: "server")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      try Data().write(to: place.appending(path: "other"))
      #expect(try await run("remove", place.path).status != 0, "the folder has something else")
      for name in ["socket", "data"] {
        try FileManager.default.createDirectory(
          at: place.appending(path: name), withIntermediateDirectories: false)
      }
      #expect(try await run("remove", place.path).status == 0)
      #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("A mistyped folder is not created", arguments: ["stop", "kill", "promote", "remove"])
    func missingFolder(command: String) async throws {
      let folder = try TemporaryFolder()
      let place = folder.url.appending(path: "mistyped")
      let program = try await run(command, place.path)
      #expect(program.status != 0 && program.errors.contains("there is no folder"))
      #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("A killed server leaves no process, and shared memory in its folder only")
    func kill() async throws {
      let (folder, files) = (try TemporaryFolder(), FileManager.default)
      let place = folder.url.appending(path: "server").path
      try #require(try await run("start", place).status == 0)
      let killed = try await run("kill", place)
      let memory = try? files.contentsOfDirectory(atPath: place + "/data/pg_dynshmem")
      // The processes of a server work in its folder.
      let processes = try files.contentsOfDirectory(atPath: "/proc").filter {
        let place = try? files.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")
        return place?.contains(folder.url.lastPathComponent) == true
      }
      let removed = try await run("remove", place)
      #expect(killed.status == 0 && removed.status == 0, "\(killed.errors)\(removed.errors)")
      #expect(memory?.isEmpty == false)
      #expect(processes == [])
    }

    /// bash has its script open as 255.
    @Test("A server keeps none of the files open that its starter had open", arguments: [3, 9, 63, 255, 300])
    func inheritedFiles(number: Int) async throws {
      let folder = try TemporaryFolder()
      let script = """
        exec \(number)> "$1/lock"; flock --nonblock \(number) && "$2" start "$1/server" && exec \(number)>&- &&
        flock --nonblock "$1/lock" echo free; "$2" remove "$1/server"
        """
      let program = try await FinishedProgram(
        "/bin/bash",
        arguments: ["-c", script, "bash", folder.url.path, Repository.url("Scripts/private-postgres").path],
        environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
      #expect(program.output.hasSuffix("free\n"), "\(program.output)\(program.errors)")
    }
  }
#endif
