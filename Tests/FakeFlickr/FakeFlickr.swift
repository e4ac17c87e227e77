@main struct FakeFlickr { static func main() {} }
