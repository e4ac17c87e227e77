import Flickr
import Testing

@Suite("The values that a record of a photo lacks")
struct MissingValuesTests {
  private func record(_ ownerID: String?, _ ownerName: String?) -> PhotoRecord {
    var record = PhotoRecord(id: "1")
    (record.ownerID, record.ownerName) = (ownerID, ownerName)
    return record
  }

  @Test(
    "include the owner's name only with the ID that it belongs to",
    arguments: [
      (nil, "Ann", nil, nil, nil, "Ann"), (nil, "Ann", "2@N00", "Bob", "2@N00", "Bob"),
      (nil, "Ann", "2@N00", nil, "2@N00", nil), ("1@N00", nil, "1@N00", "Ann", "1@N00", "Ann"),
      ("1@N00", nil, "2@N00", "Bob", "1@N00", nil), ("1@N00", "Ann", "1@N00", "Bob", "1@N00", "Ann"),
      (nil, nil, nil, "Ann", nil, "Ann"),
    ] as [(String?, String?, String?, String?, String?, String?)])
  func owner(
    id: String?, name: String?, otherID: String?, otherName: String?, expectedID: String?,
    expectedName: String?
  ) {
    var record = record(id, name)
    record.addMissing(from: self.record(otherID, otherName))
    #expect(record.ownerID == expectedID && record.ownerName == expectedName)
  }
}
