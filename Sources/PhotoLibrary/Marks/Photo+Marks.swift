import Foundation
public import ObjectGraph

extension Photo {
  /// The flag, the stars and the color label.
  ///
  /// Numbers that another program has written and that have no meaning count as no mark.
  public var marks: PhotoMarks { PhotoMarks(flag: flag, stars: stars, label: label) }

  /// The place where the marks come from.
  public var markOrigin: MarkOrigin { MarkOrigin(rawValue: markOriginNumber) ?? .none }

  /// Returns whether a change by the user gives the photo other marks, or makes the marks of a file the user's own.
  public func changes(by change: MarkChange) -> Bool {
    markOrigin == .file || change.applied(to: marks) != marks
  }

  /// Sets the marks, with their origin and the date.
  func set(_ marks: PhotoMarks, from origin: MarkOrigin, at date: Date = Date()) {
    (flag, stars, label) = (marks.flag.rawValue, marks.stars, marks.label.rawValue)
    (markOriginNumber, markedAt) = (origin.rawValue, date)
  }

  /// Follows the marks that its file has, unless the user made others here.
  ///
  /// A file without marks takes back those that came from a file, and no others.
  func follow(fileMarks marks: PhotoMarks) {
    if changes(byFileMarks: marks) { set(marks, from: marks.isEmpty ? .none : .file) }
  }

  /// Returns whether the photo gets other marks if it follows those of its file.
  func changes(byFileMarks marks: PhotoMarks) -> Bool {
    (marks.isEmpty ? markOrigin == .file : markOrigin != .user) && marks != self.marks
  }
}

/// The conditions of marks.
extension Photo {
  /// Returns a predicate for the photos with a flag.
  public static func flagged(_ flag: PhotoFlag) -> FetchPredicate { Photo.flag == flag.rawValue }

  /// Returns a predicate for the photos with a color label.
  public static func labeled(_ label: ColorLabel) -> FetchPredicate { Photo.label == label.rawValue }

  /// Returns a predicate for the photos with at least a number of stars.
  public static func rated(atLeast stars: Int) -> FetchPredicate { Photo.stars >= stars }

  /// A predicate for the photos with any mark.
  public static var marked: FetchPredicate { flag != 0 || stars > 0 || label > 0 }
}
