# Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
require "cgi"
require "erb"
require "uri"

owner, name = { "ruby-url-encode" => [ERB::Util, :url_encode], "ruby-form" => [URI, :encode_www_form_component],
                "ruby-uri-component" => [URI, :encode_uri_component], "ruby-cgi" => [CGI, :escape] }.fetch(ARGV.shift)
function = owner.method(name)
puts "Ruby #{RUBY_VERSION}"
STDIN.each_line { |line| puts function.call([line.chomp].pack("H*").force_encoding("UTF-8")).unpack1("H*") }
