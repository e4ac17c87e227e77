import ObjectGraph

extension Photo {
  /// The values that the user gave to the photo.
  var ownValues: OwnValues {
    OwnValues(
      title: ownTitle, description: ownDescription, addedTags: addedTags, removedTags: removedTags,
      turns: turns == 0 ? nil : turns, marks: markOrigin == .user ? marks : nil)
  }

  /// Changes the values that the user gave to the photo, and those that are shown.
  func editOwnValues(_ change: (inout OwnValues, _ receivedTags: String?) -> Void) {
    let before = PhotoValues(self)
    var values = before
    values.edit(change)
    if !values.isExactly(before) { set(values, insteadOf: before) }
  }

  /// Sets the user's values that differ from those before.
  func setOwn(_ values: PhotoValues, insteadOf before: PhotoValues) {
    let (own, former) = (values.own, before.own)
    if !own.title.isExactly(former.title) { ownTitle = own.title }
    if !own.description.isExactly(former.description) { ownDescription = own.description }
    if !own.addedTags.isExactly(former.addedTags) { addedTags = own.addedTags }
    if !own.removedTags.isExactly(former.removedTags) { removedTags = own.removedTags }
    if own.turns != former.turns { turns = own.turns ?? 0 }
    if own.marks != former.marks { set(own.marks ?? PhotoMarks(), from: own.marks == nil ? .none : .user) }
  }
}

extension OwnValues {
  /// Copies the user's values from values that were fetched without making a photo.
  init(_ photo: ObjectValues<Photo>) {
    self.init(
      title: photo[Photo.ownTitle], description: photo[Photo.ownDescription],
      addedTags: photo[Photo.addedTags], removedTags: photo[Photo.removedTags],
      turns: photo[Photo.turns] == 0 ? nil : photo[Photo.turns],
      marks: photo[Photo.markOriginNumber] == MarkOrigin.user.rawValue
        ? PhotoMarks(flag: photo[Photo.flag], stars: photo[Photo.stars], label: photo[Photo.label]) : nil)
  }
}
