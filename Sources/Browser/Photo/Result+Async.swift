extension Result where Failure == any Error {
  /// Keeps what asynchronous work returns or throws.
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
