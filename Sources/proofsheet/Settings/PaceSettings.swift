import ArgumentParser
import Flickr
import PhotoLibrary
import Transfer

/// The rate limit of requests to Flickr.
enum PaceSettings {
  /// One for all processes of the user; `PROOFSHEET_PACE=always` keeps it on loopback addresses too, for a test.
  static var pace: RequestPace {
    RequestPace(
      file: Folders.state.appendingPathComponent("pace").path,
      includesLoopback: Environment.value("PROOFSHEET_PACE") == "always")
  }
}
