import TerminalUI

/// Animated pictures.
extension Browser {
  /// Pauses the animation of the photo that is seen, or goes on.
  func toggleAnimation() {
    let player = photo.picture.animation.player
    guard player.animation != nil else {
      let isAllowed = photo.picture.animation.isAllowed
      return toasts.show(
        Toast(.info, isAllowed ? "This picture is not animated" : "Animations are off (animation = false)"))
    }
    player.toggle()
    surface.setNeedsFrame()
  }
}
