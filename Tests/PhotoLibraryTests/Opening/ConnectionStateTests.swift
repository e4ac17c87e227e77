import ObjectGraph
import Testing

@testable import PhotoLibrary

@Suite("The connection to the server of a library")
struct ConnectionStateTests {
  private struct Failure: ConnectionError {
    let isOutage: Bool
  }

  @Test("Only an outage is a lost connection")
  func kinds() {
    guard case .lost = PhotoLibrary.ConnectionState(.failed(Failure(isOutage: true))),
      case .unreadable = PhotoLibrary.ConnectionState(.failed(Failure(isOutage: false))),
      case .unreadable = PhotoLibrary.ConnectionState(.failed(StoreError.readOnly(path: "library"))),
      case .restored = PhotoLibrary.ConnectionState(.current)
    else {
      Issue.record("a state of another kind")
      return
    }
  }
}
