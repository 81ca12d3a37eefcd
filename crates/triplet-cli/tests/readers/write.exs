# Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
function =
  case System.argv() do
    ["elixir-uri"] -> &URI.encode/1
    ["elixir-form"] -> &URI.encode_www_form/1
  end

IO.puts("Elixir #{System.version()}")

for line <- IO.stream(:stdio, :line) do
  octets = line |> String.trim() |> Base.decode16!(case: :lower)
  octets |> function.() |> Base.encode16(case: :lower) |> IO.puts()
end
