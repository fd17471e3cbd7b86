# The formula for Homebrew.
class Urlsift < Formula
  desc "Find URLs in mail, news and text, even those broken across lines"
  homepage "https://urlsift.invalid"
  url "https://urlsift.invalid/releases/download/v0.1.0/urlsift-0.1.0-source.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--features", "arrow", *std_cargo_args(path: "crates/cli")
    system bin/"urlsift", "man", "./man"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"urlsift", "completions")
  end

  test do
    (testpath/"note.txt").write "see <http://example.org/a/\n b.html>."
    assert_equal "http://example.org/a/b.html\n", shell_output("#{bin}/urlsift scan note.txt")
  end
end
