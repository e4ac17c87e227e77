import Foundation
import TestSupport
import Testing

@testable import Transfer

@Suite("An address in the local network", .timeLimit(.minutes(10)))
struct LocalNetworkTests {
  private func failure(_ url: String) async -> TransferError? {
    await #expect(throws: TransferError.self) {
      try await TransferClient().fetch(TransferRequest(TransferURL(url), allowsLocalNetwork: false))
    }
  }

  @Test(
    "is refused where a page from the internet names it",
    arguments: [
      "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://LOCALHOST.:PORT/", "http://[::1]:PORT/",
      "http://2130706433:PORT/", "http://0x7f.1:PORT/", "http://127.1:PORT/", "http://0:PORT/",
      "http://[::ffff:127.0.0.1]:PORT/", "http://10.0.0.1/", "http://192.168.1.1/", "http://172.16.0.1/",
      "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[fd00::1]/", "http://router/",
      "http://printer.local/", "http://nas.home.arpa/", "http://[64:ff9b::7f00:1]/",
    ])
  func spelled(url: String) async throws {
    let server = try LoopbackFlickr()
    server.serve { _ in .json("{}") }
    let error = await failure(url.replacing("PORT", with: String(server.url.split(separator: ":")[2])))
    #expect(error?.code == .localAddress)
    #expect(error?.description.contains("in the local network, which is not fetched") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("is fetched where a local page names it")
  func allowed() async throws {
    let server = try LoopbackFlickr()
    server.serve("/", .json("{}"))
    #expect(try await TransferClient().fetch(TransferRequest(TransferURL(server.url + "/"))).status == 200)
  }

  @Test(
    "An address in the local network is recognized by its numbers",
    arguments: [
      ("127.0.0.1", true), ("10.1.2.3", true), ("172.15.0.1", false), ("172.16.0.1", true),
      ("172.32.0.1", false),
      ("192.168.0.1", true), ("192.169.0.1", false), ("169.254.1.1", true), ("100.64.0.1", true),
      ("100.128.0.1", false), ("0.0.0.0", true), ("255.255.255.255", true), ("8.8.8.8", false), ("::", true),
      ("::1", true), ("fe80::1%eth0", true), ("febf::1", true), ("fc00::1", true), ("fdff::1", true),
      ("2001:db8::1", false), ("2a00:1450::1", false), ("::ffff:10.0.0.1", true), ("::ffff:8.8.8.8", false),
      ("64:ff9b::a00:1", true), ("64:ff9b::808:808", false), ("2002:7f00:1::", true), ("ff02::1", true),
    ])
  func numbers(text: String, isLocal: Bool) throws {
    #expect(try #require(IPAddress(text)).isLocal == isLocal)
  }

  @Test("behind a name of the internet is refused by the address of the connection")
  func resolved() throws {
    let address = try #require(IPAddress("127.0.0.1"))
    let remote = try ParsedURL("http://example.com/")
    var rule = LocalNetworkRule(allowsLocal: false)
    #expect(!rule.allows(address, port: 80, for: remote))
    #expect(rule.allows(remote))
    rule = LocalNetworkRule(allowsLocal: true)
    #expect(!LocalNetworkRule.isLocal(remote, connectedTo: IPAddress("93.184.216.34"), port: 80))
    #expect(LocalNetworkRule.isLocal(remote, connectedTo: address, port: 80))
    rule.followRedirect(fromLocal: false)
    #expect(!rule.allows(address, port: 80, for: remote))
    #expect(!rule.allows(try ParsedURL("http://localhost/")))
  }

  @Test(
    "is reached at the port of a proxy only by requests that go through the proxy",
    arguments: [
      ("http://example.com/", true), ("http://wiki.corp.example/", false), ("http://CORP.example./", false),
      ("http://notcorp.example/", true), ("https://example.com/", false), ("http://a.test/", false),
    ])
  func proxy(url: String, isAllowed: Bool) async {
    await #expect(processExitsWith: .success) { [url = url as String, isAllowed = isAllowed as Bool] in
      for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
      setenv("http_proxy", "http://proxy.corp.example:8080", 1)
      setenv("no_proxy", "test, .corp.example", 1)
      let address = try #require(IPAddress("10.1.2.3"))
      let rule = LocalNetworkRule(allowsLocal: false)
      let url = try ParsedURL(TransferURL(url))
      let isLocal = LocalNetworkRule.isLocal(url, connectedTo: address, port: 8080)
      exit(
        rule.allows(address, port: 8080, for: url) == isAllowed && isLocal != isAllowed
          ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("may lead to another one")
  func localToLocal() throws {
    var rule = LocalNetworkRule(allowsLocal: true)
    rule.followRedirect(fromLocal: true)
    #expect(rule.allows(try ParsedURL("http://localhost/")))
  }
}
