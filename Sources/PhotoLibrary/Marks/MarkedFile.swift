public import PhotoFiles
import PhotoMetadata

/// A photo file with the marks of its photo, for its sidecar.
public struct MarkedFile: Sendable {
  /// The path of the photo file.
  public let path: String
  private let marks: PhotoMarks

  /// Copies the path and the marks of a photo; `nil` for one that has no file of the user.
  public init?(_ photo: Photo) {
    guard let path = photo.filePath else { return nil }
    (self.path, marks) = (path, photo.marks)
  }

  /// Writes the marks into the sidecar.
  ///
  /// - Returns: The sidecar, for ``PhotoLibrary/recordSidecars(_:)``; `nil` if it has these marks already.
  /// - Throws: A `SidecarError`.
  public func writeSidecar() throws(SidecarError) -> WrittenSidecar? {
    let sidecar = SidecarFile(ofFile: path)
    let marks = XMPMarks(
      rating: marks.flag == .reject ? -1 : marks.stars, isPicked: marks.flag == .pick,
      label: marks.label == .none
        ? nil : marks.label.name.prefix(1).uppercased() + marks.label.name.dropFirst())
    guard let written = try sidecar.write(marks) else { return nil }
    return WrittenSidecar(file: path, before: written.before?.changed ?? 0, after: written.after.changed)
  }
}
