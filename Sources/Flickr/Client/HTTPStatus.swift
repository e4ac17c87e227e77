enum HTTPStatus {
  /// Returns the name of a status (RFC 9110, section 15); empty for others.
  ///
  /// HTTP/2 does not transmit names.
  static func name(of status: Int) -> String {
    names[status] ?? ""
  }

  private static let names = [
    204: "No Content", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone",
    414: "URI Too Long", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
