import PhotoLibrary
import Terminal
import TerminalUI
import WorldMap

/// The details of a photo over the other screens, where there is no room for a pane, or over the photo.
final class DetailsCard: Overlay {
  private let details: DetailsView
  private let photo: () -> Photo?
  private(set) var box = Rect(.zero)

  /// Creates a card that follows the photo that a function returns.
  init(_ photographers: PhotographerFacts, _ gazetteer: Gazetteer, _ photo: @escaping () -> Photo?) {
    details = DetailsView(photographers, gazetteer)
    self.photo = photo
  }

  var text: [String] {
    details.show(photo(), waitingForTowns: true)
    return details.text
  }

  func box(in size: Size) -> Rect { Rect(size).card(Size(width: 72, height: 28)) }

  func layout(_ size: Size) {
    details.show(photo())
    box = box(in: size)
    details.layout(box.size)
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    let card = canvas.window(box)
    card.fill()
    details.draw(in: card, isFocused: true)
  }

  func handle(_ event: InputEvent) -> OverlayOutcome {
    switch event {
    case .key("j"), .key(.down): details.scroll(by: 1)
    case .key("k"), .key(.up): details.scroll(by: -1)
    case .key(.pageDown), .key(.control("d")), .key(" "): details.scroll(by: 10)
    case .key(.pageUp), .key(.control("u")): details.scroll(by: -10)
    case .key("o"), .key("y"): return .ignored
    case .mouse(let mouse) where mouse.action == .wheelDown: details.scroll(by: 3)
    case .mouse(let mouse) where mouse.action == .wheelUp: details.scroll(by: -3)
    case .mouse(let mouse) where mouse.action != .press: break
    case .key, .mouse: return .closed
    case .paste, .resize, .capabilities, .hangup: break
    }
    return .handled
  }
}
