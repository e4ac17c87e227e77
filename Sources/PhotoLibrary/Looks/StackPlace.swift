/// The place of a photo among stacks of look-alikes.
struct StackPlace: Hashable, Sendable {
  /// The number of the stack.
  var stack: Int
  /// The place in the stack: 0 for the best photo.
  let place: Int
  /// The number of photos in the stack; `nil` unless the photo is its best.
  var size: Int?
  /// The reason why the photo is the best; `nil` unless it is.
  var reason: StackReason?
}
