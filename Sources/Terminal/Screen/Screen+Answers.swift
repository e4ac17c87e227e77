/// Questions to the terminal, and its answers.
extension Screen {
  /// The time to wait for answers before the terminal counts as one that gives none.
  static let patience = AnswerPatience.shortest

  /// A Boolean value that indicates whether answers may still be on their way.
  var awaitsAnswers: Bool { inquiry.isAwaited }

  /// Asks the terminal what it can do, in one write, and later the one around tmux again; answers come among the keys.
  ///
  /// - Precondition: At first, no frame was drawn: it clears the screen of the question about widths.
  func ask() {
    guard askedAt == nil else { return write(inquiry.outerQuestions) }
    guard inquiry.isAwaited else { return }
    askedAt = .now
    write((painter.isUTF8 ? Inquiry.widthQuestion : "") + inquiry.questions)
  }

  /// Asks the terminal around tmux again, although it has answered.
  func askOuterAgain() {
    inquiry.doubtOuter()
    ask()
    askedAt = .now
  }

  /// Awaits no more answers of the terminal around tmux, and perhaps takes it for one that answers nothing.
  func endDoubt(forgetting: Bool) { inquiry.endDoubt(forgetting: forgetting) }

  /// Takes answers.
  func apply(_ answers: [Answer]) {
    for answer in answers {
      inquiry.apply(answer)
      if case .clipboard(let answer, let number) = answer { copying.end(number)?(answer) }
      if case .attributes = answer { noteAnswer() }
      if case .cellSize = answer { questions.removeCellSize() }
      // An earlier answer about the background may still be on its way.
      if case .brightness = answer, askedAt != nil { write(Inquiry.backgroundQuestion) }
    }
    useDirectColors()
    useWidths()
  }

  /// Takes the terminal for one that answers nothing more.
  func giveUpAnswers() { inquiry.giveUp() }

  /// Returns the capabilities if they are complete and differ from those returned last; otherwise `nil`.
  func capabilityNews() -> Capabilities? {
    guard capabilities.isComplete, capabilities != notified else { return nil }
    notified = capabilities
    return capabilities
  }

  private func useDirectColors() {
    let depth = painter.directDepth(of: inquiry.capabilities.colorDepth)
    guard painter.directDepth != depth else { return }
    let leftColors = painter.leavesColors(with: shown.traits)
    painter.directDepth = depth
    if leftColors || painter.leavesColors(with: shown.traits) { repaintCells() }
  }

  private func useWidths() {
    let isWide = inquiry.capabilities.drawsAmbiguousWide
    guard AmbiguousWidth.isWide != isWide else { return }
    AmbiguousWidth.isWide = isWide
    repaintCells()
  }

  /// Waits a moment for answers that are on their way, which would otherwise be typed into whatever reads the
  /// terminal next.
  func awaitAnswers(_ listener: inout AnswerListener) {
    guard let askedAt else { return }
    // Several questions can be open at the same time.
    while inquiry.isAwaited || inquiry.doubtsOuter || !questions.isEmpty,
      let answer = listener.next(before: askedAt + answerPatience.limit)
    {
      apply([answer])
    }
    giveUpAnswers()
  }

  /// A Boolean value that indicates whether the terminal answers when it has processed pictures.
  ///
  /// tmux answers by itself, before the terminal around it has them.
  var answersAboutPictures: Bool {
    askedAt != nil && capabilities.attributes != nil && !capabilities.isInsideTmux
  }

  /// Notes a question about everything written so far, and returns its bytes, which the caller writes.
  ///
  /// - Returns: `nil` if the terminal does not answer questions.
  func question(about subject: OpenQuestions.Question) -> [UInt8]? {
    guard let question = inquiry.question(after: askedAt) else { return nil }
    askedAt = .now
    questions.append(subject)
    return Array(question.utf8)
  }

  /// Asks for the size of a cell again.
  func askCellSize() {
    askedAt = .now
    questions.append(.cellSize)
    write(Inquiry.cellSizeQuestion)
  }

  /// Notes that the terminal has answered a question, or one of the first, which are about nothing.
  func noteAnswer() {
    let question = questions.removeAnswered()
    let isTimed = question == nil ? !answerPatience.knowsWay : question != .abandoned
    if isTimed, let askedAt { answerPatience.record(askedAt.duration(to: .now)) }
    switch question {
    case .frame(let number): confirmation.removeBody(of: number)?()
    case .pictures: picturePacing.end(at: .now)
    case .upload: aheadPacing.end(at: .now)
    case .cellSize, .abandoned, nil: break
    }
  }

  /// Expects no answer to the questions so far, after the program did not have the terminal for a while.
  func abandonQuestions() {
    questions.abandon(asksCellSize: inquiry.answersCellSize)
    confirmation.beginAgain()
    (aheadPacing, picturePacing) = (.ahead, .ofFrames)
  }

  /// A Boolean value that indicates whether images can be sent in pieces: the terminal answers after each.
  var sendsPieces: Bool { answersAboutPictures && aheadPacing.isAnswered }

  /// Gives the terminal a piece of an image that is awaited or was announced, unless pictures are on their way or another
  /// frame follows at once.
  func sendAhead() {
    guard isOpen, sendsPieces, !needsAnotherFrame, !picturePacing.isWaiting, !aheadPacing.isWaiting else {
      return
    }
    let pictures = shown.awaited + shown.announced
    guard !pictures.isEmpty else { return }
    let piece = layer.sendAhead(pictures, limit: aheadPacing.limit)
    guard !piece.isEmpty else { return }
    TerminalGuard.setPictures(Self.stringEnd + layer.removals.flatMap(\.self))
    aheadPacing.begin(at: .now)
    write(piece.flatMap(\.self) + (question(about: .upload) ?? []))
  }
}
