import TestSupport
import Testing

@Suite("The terminal model with pictures")
struct TerminalModelPictureTests {
  typealias Persona = TerminalModel.Persona

  func terminal(_ persona: Persona, _ output: String) -> TerminalModel {
    var model = TerminalModel(columns: 20, rows: 6, persona: persona)
    // Byte by byte: strings may be split anywhere.
    for byte in output.replacing("^[", with: "\u{1B}").utf8 { model.feed([byte]) }
    return model
  }

  /// Two red pixels.
  static let red = "^[_Ga=t,f=24,s=2,v=1,i=5,q=2;/wAA/wAA^[\\"

  @Test(
    "Personas answer as the terminals they are",
    arguments: [
      ("xterm", "^[P>|XTerm(379)^[\\^[[6;20;10t^[[?2026;0$y^[[?62;22c"),
      ("kitty", "^[P>|kitty(0.38.1)^[\\^[_Gi=31;OK^[\\^[[6;20;10t^[[?2026;2$y^[[?62;c"),
      ("kitty-old", "^[P>|kitty(0.26.5)^[\\^[_Gi=31;OK^[\\^[[6;20;10t^[[?2026;2$y^[[?62;c"),
      ("sixel", "^[P>|foot(1.13.1)^[\\^[[6;20;10t^[[?2026;2$y^[[?62;4;22c"),
      ("wezterm", "^[P>|WezTerm 20240203^[\\^[_Gi=31;OK^[\\^[[6;20;10t^[[?2026;2$y^[[?65;4;6;18;22c"),
      ("none", ""),
    ])
  func answers(name: String, expected: String) throws {
    var model = TerminalModel(persona: try #require(Persona.named[name]))
    let question = "^[[>q^[_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA^[\\^[[16t^[[?2026$p^[[c"
    let answer = model.feed(question.replacing("^[", with: "\u{1B}"))
    #expect(String(decoding: answer, as: UTF8.self) == expected.replacing("^[", with: "\u{1B}"))
    #expect(model.pictures == [] && model.screen.heldImages == [])
  }

  @Test("tmux answers for itself, reads a kitty command as a title, and passes on wrapped sequences")
  func tmux() {
    let question = "^[[>q^[_Gi=31,a=q;AAAA^[\\^[Ptmux;^[^[[>q^[^[_Gi=31,a=q;AAAA^[^[\\^[\\^[[c"
    for passes in [true, false] {
      var model = TerminalModel(persona: .tmux(passesThrough: passes))
      let answer = String(
        decoding: model.feed(question.replacing("^[", with: "\u{1B}")), as: UTF8.self)
      #expect(answer.hasPrefix("\u{1B}P>|tmux 3.4") && answer.hasSuffix("\u{1B}[?1;2c"))
      #expect(answer.contains("kitty(0.38.1)") == passes && answer.contains("OK") == passes)
      #expect(model.title.hasPrefix("Gi=31"))
    }
  }

  @Test("Each screen has its own images, but not inside tmux")
  func screens() {
    let place = "^[_Ga=p,i=5,p=1,c=4,r=2,C=1,q=2^[\\"
    let model = terminal(.kitty, Self.red + "^[[?1049h" + place)
    #expect(model.pictures == [] && model.screen.heldImages == [5] && model.leftOn.contains("images"))
    #expect(terminal(.kitty, Self.red + "^[[?1049h^[[?1049l" + place).pictures.count == 1)
    #expect(terminal(.kitty, "^[[?1049h" + Self.red + place).pictures.count == 1)
    let wrapped = (Self.red + place).replacing("^[", with: "^[^[").split(separator: "^[^[\\")
      .map { "^[Ptmux;\($0)^[^[\\^[\\" }.joined(separator: "^[[?1049h")
    #expect(terminal(.tmux(passesThrough: true), wrapped).pictures.count == 1)
  }

  @Test("A placed image stays over text until it is deleted")
  func placement() {
    let placed = Self.red + "^[[2;3H^[_Ga=p,i=5,p=1,c=4,r=2,C=1,q=2^[\\x"
    let model = terminal(.kitty, placed)
    #expect(model.screen.cursor == .init(row: 1, column: 3))
    let picture = model.pictures.first
    #expect(model.pictures.count == 1 && picture?.kind == .placement && picture?.isDamaged == false)
    #expect(picture?.position == .init(row: 1, column: 2) && picture?.columns == 4 && picture?.rows == 2)
    #expect(picture?.image?.pixels == [255, 0, 0, 255, 255, 0, 0, 255])
    #expect(model.leftOn == ["images", "pictures"])
    #expect(terminal(.kitty, placed + "^[_Ga=d,d=i,i=5,p=1^[\\").screen.heldImages == [5])
    #expect(terminal(.kitty, placed + "^[_Ga=d,d=I,i=5^[\\").leftOn == [])
    #expect(terminal(.kitty, placed + "^[[2J").pictures == [])
    #expect(terminal(.xterm, placed).leftOn == [])
    // The same placement again moves it.
    #expect(
      terminal(.kitty, placed + "^[[H^[_Ga=p,i=5,p=1,c=1,r=1,C=1^[\\").pictures.map(\.position.row) == [0])
  }

  @Test("Placeholders show the image that their color and marks name, where they stand")
  func placeholders() {
    let row = "^[[2;3H^[[38;5;5m\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{305}\u{30D}^[[m"
    let virtual = "^[_Ga=p,U=1,i=5,c=2,r=1,q=2^[\\"
    let whole = terminal(.kitty, Self.red + virtual + row).pictures
    #expect(whole.map(\.kind) == [.placeholders] && whole.map(\.id) == [5])
    #expect(whole.map(\.position) == [.init(row: 1, column: 2)] && whole.map(\.isDamaged) == [false])
    #expect(terminal(.kitty, Self.red + virtual + row + "^[[2;4Hx").pictures.map(\.isDamaged) == [true])
    #expect(terminal(.kitty, row).pictures.map(\.image) == [nil])
    #expect(terminal(.oldKitty, Self.red + virtual + row).pictures.map(\.image) == [nil])
  }

  @Test(
    "A picture drawn over cells goes with the cells that are written",
    arguments: [
      (Persona.sixel, "^[Pq\"1;1;25;30#1;2;100;0;0#1!25~-!25~-!25~-!25~-!25~^[\\"),
      (
        .wezterm,
        """
        ^[]1337;File=inline=1;width=3;height=2;doNotMoveCursor=1:\
        iVBORw0KGgoAAAANSUhEUgAAABkAAAAeCAIAAABWjiKMAAAAAElFTkSuQmCC\u{07}
        """
      ),
    ])
  func drawn(persona: Persona, picture: String) {
    let shown = terminal(persona, "^[[2;3H" + picture).pictures
    #expect(shown.map(\.position) == [.init(row: 1, column: 2)])
    #expect(shown.map(\.columns) == [3] && shown.map(\.rows) == [2] && shown.map(\.isDamaged) == [false])
    #expect(shown.first?.image.map { [$0.width, $0.height] } == [25, 30])
    #expect(terminal(persona, "^[[2;3H\(picture)^[[2;4Hx").pictures.map(\.isDamaged) == [true])
    #expect(terminal(persona, "^[[2;3H\(picture)^[[2;1H^[[K^[[3;1H^[[K").pictures == [])
    #expect(terminal(persona, "^[[2;3H\(picture)^[[2;1H^[[@").pictures.allSatisfy { $0.isDamaged })
    #expect(terminal(.xterm, "^[[2;3H" + picture).pictures == [])
    // Beside it, what was there before shows.
    #expect(terminal(persona, "^[[3;5HX^[[2;3H" + picture).pictures.map(\.isDamaged) == [true])
  }

  @Test("A sixel picture that reaches the last row scrolls the screen")
  func sixelScrolls() {
    let model = terminal(.sixel, "top^[[5;1H^[Pq\"1;1;10;40#1~-~-~-~-~-~-~^[\\")
    #expect(model.screen.line(0) == "")
    #expect(model.pictures.map(\.position.row) == [3])
  }

  @Test("Pixels are decoded from sixel, and from deflated, filtered PNG")
  func pixels() {
    let sixel = terminal(.sixel, "^[Pq\"1;1;2;2#1;2;100;0;0#2;2;0;0;100#1@$#2?A^[\\").pictures.first?.image
    #expect(sixel?.pixels == [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
    let png = """
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mP8z8DA+J+BiZHh/3+G/wAeHAUBOZpDMAAAAABJRU5ErkJggg==
      """
    let held = terminal(
      .kitty, "^[_Ga=T,f=100,i=9,c=1,r=1,q=2;\(png)^[\\"
    ).pictures.first?.image
    #expect(held?.width == 2 && held?.height == 2)
    #expect(held?.pixels == [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
  }

  @Test("Deflated pixels are the pixels")
  func deflated() {
    let data = """
      eNoVkq0VRTEIgzNENboazRDVaIZgiOroDsEQGevdJ3MQfPkBYMtjVwb7iIVpxy17jFEKDeeq2UTIDqI8u/qSTzOA3FCxmFsd4PGp
      QtOu4iHHW0VwlrBh4XEqi93ixTzHlIkB5UJvZ9QcomSNuJ6vekjp+4PltiuCedQFts8tPNoohIT3Km7OJw6sPLrysp84GDlQthhb
      GejjrJomruwhxlPVIJdmA+F2KorZ6gs+nymIBsVCbu/vdjj1j8aux6sctkRglmOXBeMovxjaeWsePwITAp6repOhOR+RW1dc5lMP
      KB8UFm0rAnm860uKc4UHGw9Vfr6XuDHhOGXFaOVFP/+A5o8gW4jtGdWHLE0D1+1VDFP6FJfPLgTtKArZ3rf4OCMIBo9Vudkhnq8f
      R5ddxlMOWv7VM4vYskAcz6pu8mre599N9a0gl3qD4XMKRWvFRT7vKf4LERZse0TlYZfYmOt4ZfNlowR6OXdNEEf2wbbnrX7k6MME
      3FbFZob6gOXzbeLSnn5Kdg6m
      """.replacing("\n", with: "")
    let image = terminal(.kitty, "^[_Ga=T,f=24,o=z,s=60,v=4,i=9,c=1,r=1,q=2;\(data)^[\\").pictures.first?
      .image
    var pixels: [Int] = []
    for index in 0..<240 { pixels += [index % 7 * 30, index % 11 * 20, index % 5 * 50] }
    #expect(image?.bytes.map(Int.init) == pixels)
  }

  @Test("A synchronized frame shows its pictures when it ends")
  func synchronized() {
    let open = "^[[?2026h" + Self.red + "^[_Ga=p,i=5,c=1,r=1,C=1,q=2^[\\"
    #expect(terminal(.kitty, open).pictures == [])
    #expect(terminal(.kitty, open + "^[[?2026l").pictures.count == 1)
  }
}
