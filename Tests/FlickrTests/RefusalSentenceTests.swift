import Flickr
import TestSupport
import Testing

@Suite("What is said of a refusal")
struct RefusalSentenceTests {
  private static let key = "; the source “feed” needs no key."

  @Test(
    "is Flickr's words, the code, and what to do",
    arguments: [
      (
        100, "Invalid API Key (Key has invalid format)",
        "a key has 32 digits and letters from a to f; check yours for a slip" + key
      ),
      (
        100, "Invalid API Key (Key not found)",
        "there is no such key; compare yours with https://www.flickr.com/services/apps/" + key
      ),
      (
        100, "Invalid API Key (Key has expired)",
        "the key was ended; Flickr gives new ones to its Pro members" + key
      ),
      (100, "Invalid API Key", "check the key" + key),
      (95, "SSL is required", "the endpoint has to be an https: address."),
      (96, "Invalid signature", "the endpoint wants signed calls, which Proofsheet does not make."),
      (97, "Missing signature", "the endpoint wants signed calls, which Proofsheet does not make."),
      (98, "Invalid auth token", "it needs a login, and Proofsheet has none: it sees what is public."),
      (99, "User not logged in", "it needs a login, and Proofsheet has none: it sees what is public."),
      (105, "Service currently unavailable", "try again later."),
      (106, "Write operation failed", "try again later."),
      (0, "Sorry, the Flickr API service is not currently available.", "try again later."),
      (201, "Sorry, the Flickr API service is not currently available.", "try again later."),
      (10, "Sorry, the Flickr search API is not currently available.", "try again later."),
      (111, "Format \"xxx\" not found", "check the endpoint, which may not be Flickr's."),
      (112, "Method \"x\" not found", "check the endpoint, which may not be Flickr's."),
      (114, "Invalid SOAP envelope", "check the endpoint, which may not be Flickr's."),
      (115, "Invalid XML-RPC Method Call", "check the endpoint, which may not be Flickr's."),
      (116, "Bad URL found", "leave out the address that is part of what is asked for."),
      (1, "Photo not found", "it was deleted, or is not public."),
      (
        1, "User not found", "check the name; the user name, the name in addresses and the id are understood."
      ),
      (2, "Unknown user", "check the name; the user name, the name in addresses and the id are understood."),
      (1, "Too many tags in ALL query", "use at most 20 tags."),
      (1, "Photoset not found", "check how it is written; what is not public is not found either."),
      (1, "Not a valid date string.", "give a day that is over, as YYYY-MM-DD."),
      (2, "Permission denied", "without a login only what is public can be seen."),
      (3, "Parameterless searches have been disabled", "say what to search for, or use the source “recent”."),
      (4, "You don't have permission to view this pool", "without a login only what is public can be seen."),
      (5, "User deleted", "the owner has left Flickr."),
      (11, "No valid machine tags", "write a machine tag as namespace:predicate=value."),
      (15, "Photo not found", "it was deleted, or is not public."),
      (16, "You can only search within your own favorites", "it needs a login, and Proofsheet has none."),
      (18, "Illogical arguments", "what is asked for contradicts itself; leave a part out."),
      (
        20, "Excessive photo offset in search",
        "Flickr's search goes no further; ask for less, such as a shorter time."
      ),
      (77, "Too many ORs", "give fewer alternatives."),
    ])
  func advice(code: Int, message: String, advice: String) throws {
    let error = try #require(throws: FlickrError.self) {
      try decode(FlickrAnswers.failure(code: code, message))
    }
    #expect(error.description == "Flickr says “\(message)” (code \(code)): \(advice)")
  }

  @Test("A refusal with an unknown code and text is a sentence too")
  func unknown() {
    #expect(FlickrError.failed(code: 1, message: "No").description == "Flickr says “No” (code 1).")
    #expect(FlickrError.failed(code: 999, message: "").description == "Flickr refused with code 999.")
  }

  @Test("is short, however much Flickr says")
  func length() throws {
    let words = String(repeating: "no ", count: 100_000)
    let refused = try #require(throws: FlickrError.self) { try decode(FlickrAnswers.failure(code: 1, words)) }
    #expect(refused.description.count < 400)
    let strange = try #require(throws: FlickrError.self) { try decode(#"{"\#(words)":1}"#) }
    #expect(strange.description.count < 200)
  }
}
