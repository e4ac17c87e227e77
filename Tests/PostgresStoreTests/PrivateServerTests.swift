#if PostgreSQL
  import Foundation
  import TestSupport
  import Testing

  @Suite("The script of private servers", .enabled(if: PostgresServer.isKnown))
  struct PrivateServerTests {
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
