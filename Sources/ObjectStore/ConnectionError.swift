/// An error that can be one of the connection to a store on another machine.
public protocol ConnectionError: Error {
  /// A Boolean value that indicates whether the store does not answer at present, so that the same request can succeed later.
  var isOutage: Bool { get }
  /// A Boolean value that indicates whether the connection was cut during a commit that may have been written nevertheless.
  ///
  /// The default is `false`.
  var leavesOutcomeOpen: Bool { get }
}

extension ConnectionError {
  /// `false`: the request had no effect.
  public var leavesOutcomeOpen: Bool { false }
}
