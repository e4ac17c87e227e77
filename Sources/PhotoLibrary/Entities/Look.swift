import Foundation
public import ObjectGraph
import PictureFetching
public import PictureLooks

/// The look of a photo's picture, and the stack of look-alikes that the photo is in.
///
/// A photo without one has no picture yet that was decoded. Everything can be computed again: changes are made in the
/// background, and only those that the user makes can be undone.
public final class Look: ManagedObject {
  /// The stored form of the look.
  @Attribute(Look.bytes) var bytes: Data
  /// The version of the picture that the look was made of; `nil` if it is not known.
  @Attribute(Look.versionText) var versionText: String?
  /// The hue, from 1 to 12; 0 for a picture without color, and `nil` for one with colors of which none prevails.
  @Attribute(Look.hue) var hue: Int?
  /// The number of the stack; `nil` if no other photo looks alike.
  @Attribute(Look.stack) public internal(set) var stack: Int?
  /// The place in the stack: 0 for the best photo.
  @Attribute(Look.place) public internal(set) var place: Int?
  /// The number of photos in the stack; `nil` unless the photo is its best.
  @Attribute(Look.stackSize) public internal(set) var stackSize: Int?
  /// The number of the reason why the photo is the best of its stack; `nil` unless it is.
  @Attribute(Look.reasonNumber) var reasonNumber: Int?
  /// The photo.
  @ToOne(Look.photo) public internal(set) var photo: Photo?

  /// The look; `nil` if the stored form is damaged.
  public var value: PictureLook? { PictureLook(bytes: [UInt8](bytes)) }

  /// The reason why the photo is the best of its stack; `nil` unless it is.
  public var reason: StackReason? { reasonNumber.flatMap(StackReason.init) }

  /// The place among stacks; `nil` if no other photo looks alike.
  var stackPlace: StackPlace? {
    guard let stack, let place else { return nil }
    return StackPlace(stack: stack, place: place, size: stackSize, reason: reason)
  }

  /// Sets the look of a version of a picture, of which the stack is not known.
  func set(_ look: PictureLook, madeOf version: PictureVersion?) {
    bytes = Data(look.bytes)
    versionText = version?.text
    hue = look.isGray ? 0 : look.hue?.rawValue
    move(to: nil)
  }

  /// Sets the place among stacks, and writes only what differs.
  func move(to new: StackPlace?) {
    if stack != new?.stack { stack = new?.stack }
    if place != new?.place { place = new?.place }
    if stackSize != new?.size { stackSize = new?.size }
    if reasonNumber != new?.reason?.rawValue { reasonNumber = new?.reason?.rawValue }
  }
}

/// The names and types, for the model, the accessors and requests.
extension Look {
  static let bytes = Property<Look, Data>("bytes")
  static let versionText = Property<Look, String?>("pictureVersion")
  static let hue = Property<Look, Int?>("hue")
  static let stack = Property<Look, Int?>("stack")
  static let place = Property<Look, Int?>("place")
  static let stackSize = Property<Look, Int?>("stackSize")
  static let reasonNumber = Property<Look, Int?>("reason")
  static let photo = ToOneProperty<Look, Photo>("photo")
}
