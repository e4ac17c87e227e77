import PhotoFiles

extension String {
  /// Returns whether two texts have the same bytes; equal ones can have different ones (``ExactText``).
  func isExactly(_ other: String) -> Bool { ExactText(self) == ExactText(other) }
}

extension String? {
  /// Returns whether both are `nil`, or two texts have the same bytes.
  func isExactly(_ other: String?) -> Bool { map(ExactText.init) == other.map(ExactText.init) }
}
