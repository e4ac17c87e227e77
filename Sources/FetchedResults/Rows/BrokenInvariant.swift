/// A violated invariant of a list, which is a defect of this library.
struct BrokenInvariant: Error, CustomStringConvertible {
  let description: String
}
