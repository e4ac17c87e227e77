import Testing

@testable import Browser

@MainActor @Suite("A request for which keys wait")
struct AwaitedRequestTests {
  @Test("Only the latest request counts, and its end is the end of waiting")
  func latest() {
    let request = AwaitedRequest()
    let (first, second) = (request.begin(), request.begin())
    #expect(request.isRunning && !request.isLatest(first) && request.isLatest(second))
    request.end(first)
    #expect(request.isRunning)
    request.end(second)
    #expect(!request.isRunning && request.isLatest(second))
  }

  @Test("A request that is given up neither runs nor counts")
  func givenUp() {
    let request = AwaitedRequest()
    let number = request.begin()
    request.giveUp()
    #expect(!request.isRunning && !request.isLatest(number))
    request.end(number)
    let search = Search()
    let begun = search.begin("sea", in: .photos)
    #expect(search.isSearching && search.text == "sea")
    search.forget()
    #expect(!search.isSearching && search.text == "" && !search.isLatest(begun))
    _ = search.begin("", in: .photos)
    #expect(!search.isSearching)
  }
}
