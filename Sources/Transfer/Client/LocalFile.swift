internal import Foundation

enum LocalFile {
  /// Rejects files that libcurl would read as empty (a folder) or wait for endlessly (a pipe, a device).
  static func check(_ path: String, for url: TransferURL) throws(TransferError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code: TransferError.Code = errno == ENOENT || errno == ENOTDIR ? .noSuchFile : .unreadableFile
      throw TransferError(code, url, detail: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw TransferError(.unreadableFile, url, detail: path)
    }
  }
}
