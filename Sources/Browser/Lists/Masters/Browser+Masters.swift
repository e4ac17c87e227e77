import PhotoLibrary

/// Choosing the list in the left pane.
extension Browser {
  /// Lists photographers or groups in the left pane, and the photos of the row under the cursor in the right one.
  ///
  /// - Throws: ``CommandLineError`` if no list has a name that begins so, or several.
  func browse(by name: String) throws {
    let grouping = PhotoGrouping(rawValue: try MasterChoices.all.element(typedAs: name, name: \.text).text)
    lists.keepJump()
    lists.focus = .master
    showMaster(grouping)
    if lists.photos.scope.followsMaster { followMaster() } else { list(lists.master.scope ?? .empty) }
  }

  /// Shows photographers or groups in the left pane, with the cursor on the row of some photos.
  func showMaster(_ grouping: PhotoGrouping?, selecting scope: PhotoScope? = nil) {
    guard grouping != lists.master.grouping else {
      if let scope { lists.master.select(scope) }
      return
    }
    // The matches are rows of the former list.
    if lists.search.pane == .master { lists.search.forget() }
    lists.groups = nil
    attempt { if let grouping { try count(grouping, selecting: scope) } }
    if let scope { lists.master.select(scope) }
  }

  /// Performs work that lists some photos; if a filter hides their row in the left list, ends the filter before, while keys
  /// wait.
  ///
  /// Otherwise the photos of the row under the left cursor would be listed in their place (``followMaster()``).
  func showingRow(of scope: PhotoScope, _ work: @escaping () -> Void) {
    let master = lists.master
    guard master.hides(scope) else { return work() }
    master.filter = ""
    holdingInput { [self] in
      await report { [self] in
        try await master.listFiltered()
        searchAgain(in: .master)
      }
      // If the rows could not be read, the filter holds again.
      if !master.hides(scope) { work() }
    }
  }

  private func count(_ grouping: PhotoGrouping, selecting scope: PhotoScope?) throws {
    let groups = try GroupList(grouping, of: library)
    groups.onError = { [weak self] error in self?.attempt { throw error } }
    follow(groups.list)
    lists.groups = groups
    start { [weak self] in
      try await groups.load()
      guard let self, lists.groups === groups else { return }
      // The rows come in pieces, and the cursor would stay on the first of the first piece.
      if let scope { groups.select(scope) } else { groups.list.view.moveToTop() }
      followMaster()
    }
  }
}
