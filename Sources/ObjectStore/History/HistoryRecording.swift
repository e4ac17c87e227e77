/// A transaction of a store that can keep a history.
public protocol HistoryRecording: StoreTransaction {
  /// Records a commit in the history, as part of the transaction.
  ///
  /// Called once, after the last row was written.
  ///
  /// - Parameter report: The rows that the transaction wrote. It gets the position after the transaction
  ///   (``CommitReport/historyToken``), unless the store keeps no history or nothing was written.
  func record(_ report: inout CommitReport) throws
}
