# Reads lines of hexadecimal digits, and writes the JSON of the nested names of each form. The first line is the version.
require "json"
require "rack"

puts "Rack #{Rack.release}"
$stdin.each_line do |line|
  text = [line.strip].pack("H*").force_encoding("UTF-8")
  begin
    answer = if ARGV[0] == "build"
      Rack::Utils.build_nested_query(JSON.parse(text))
    else
      JSON.generate(Rack::Utils.parse_nested_query(text, "&"))
    end
    puts answer.unpack1("H*")
  rescue Rack::QueryParser::ParameterTypeError, Rack::QueryParser::InvalidParameterError, RangeError
    puts "refused"
  end
end
