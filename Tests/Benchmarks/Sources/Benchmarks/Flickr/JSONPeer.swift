import Foundation
import TestSupport

/// Readers of JSON in other languages, where they are installed.
enum JSONPeer {
  /// Python's fastest one, which makes dictionaries.
  static func orjson(_ data: Data) -> Double? {
    let script = """
      import sys, time, statistics, orjson
      data = open(sys.argv[1], "rb").read()
      times = []
      for _ in range(50):
          start = time.thread_time()
          orjson.loads(data)
          times.append(time.thread_time() - start)
      print(len(data) / statistics.median(times) / 1e6)
      """
    return speed(of: "python3", ["-c", script], data)
  }

  /// simdjson in C++, which reads every text and number of every photo of a page into a string; nil if it is no page.
  static func simdjson(_ data: Data, photos: Int) -> Double? {
    guard FileManager.default.fileExists(atPath: "/usr/include/simdjson.h"),
      let folder = try? TemporaryFolder()
    else { return nil }
    let (source, program) = (folder.path("read.cpp"), folder.path("read"))
    guard (try? Data(reader.utf8).write(to: URL(filePath: source))) != nil else { return nil }
    _ = output(of: "c++", ["-O3", "-std=c++17", "-o", program, source, "-lsimdjson"])
    let words = speedAndCount(of: program, data)
    return words?.count == photos ? words?.speed : nil
  }

  private static let reader = """
    #include <simdjson.h>
    #include <algorithm>
    #include <ctime>
    #include <cstdio>
    #include <string>
    #include <vector>
    int main(int, char **arguments) {
      auto json = simdjson::padded_string::load(arguments[1]);
      if (json.error()) return 1;
      simdjson::dom::parser parser;
      std::vector<double> times;
      size_t count = 0;
      for (int run = 0; run < 201; run++) {
        auto start = std::clock();
        std::vector<std::vector<std::string>> photos;
        simdjson::dom::element page;
        if (parser.parse(json.value()).get(page)) return 1;
        simdjson::dom::array list;
        if (page["photos"]["photo"].get(list)) return 1;
        for (simdjson::dom::object photo : list) {
          std::vector<std::string> values;
          for (auto field : photo) {
            auto value = field.value;
            simdjson::dom::element content;
            if (value.is_object() && !value["_content"].get(content)) value = content;
            std::string_view text;
            int64_t number;
            if (!value.get(text)) values.emplace_back(text);
            else if (!value.get(number)) values.push_back(std::to_string(number));
          }
          photos.push_back(std::move(values));
        }
        count = photos.size();
        times.push_back(double(std::clock() - start) / CLOCKS_PER_SEC);
      }
      std::sort(times.begin(), times.end());
      std::printf("%f %zu", json.value().size() / times[times.size() / 2] / 1e6, count);
    }
    """

  private static func speed(of program: String, _ arguments: [String], _ data: Data) -> Double? {
    guard let folder = try? TemporaryFolder() else { return nil }
    let file = folder.path("answer.json")
    guard (try? data.write(to: URL(filePath: file))) != nil else { return nil }
    return output(of: program, arguments + [file]).flatMap(Double.init)
  }

  private static func speedAndCount(of program: String, _ data: Data) -> (speed: Double, count: Int)? {
    guard let folder = try? TemporaryFolder() else { return nil }
    let file = folder.path("answer.json")
    guard (try? data.write(to: URL(filePath: file))) != nil else { return nil }
    let words = output(of: program, [file])?.split(separator: " ") ?? []
    guard words.count == 2, let speed = Double(words[0]), let count = Int(words[1]) else { return nil }
    return (speed, count)
  }

  private static func output(of program: String, _ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
