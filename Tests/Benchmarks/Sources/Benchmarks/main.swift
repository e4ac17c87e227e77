import Foundation

// The main actor's work runs on the main thread, in its run loop, as `MainQueueBeat` needs it: after an asynchronous
// `main` it would run on any thread of Dispatch's.
Task {
  do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "make": try await LibraryCommand(arguments: Array(arguments.dropFirst())).run()
    case "figures": try FigureCommand(arguments: Array(arguments.dropFirst())).run()
    default: try await Benchmarks(arguments: arguments).run()
    }
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
  }
}
RunLoop.main.run()
