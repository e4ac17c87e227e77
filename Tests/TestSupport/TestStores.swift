public import Foundation

/// Settings that the stores of tests share.
public enum TestStores {
  /// The identifier of stores whose rows are compared with rows that a test constructs.
  public static let identifier = UUID()
}
