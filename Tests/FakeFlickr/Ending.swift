import Dispatch
import Foundation

/// What the program waits for.
enum Ending {
  /// Returns after Ctrl-C, a request to end, or, if asked for, the end of standard input.
  static func wait(untilEOF: Bool) {
    let end = DispatchSemaphore(value: 0)
    let signals = [SIGINT, SIGTERM].map { number in
      // The source hears of the signal only if it does not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signal() }
      source.activate()
      return source
    }
    if untilEOF {
      Thread {
        while !FileHandle.standardInput.availableData.isEmpty {}
        end.signal()
      }.start()
    }
    end.wait()
    for source in signals { source.cancel() }
  }
}
