# Reads lines of hexadecimal digits, and writes what URLencode makes of each. The first line is the version.
reserved <- commandArgs(trailingOnly = TRUE) == "r-url-reserved"
cat(R.version.string, "\n", sep = "")
input <- file("stdin")
lines <- readLines(input)
close(input)
for (line in lines) {
  digits <- substring(line, seq_len(nchar(line) / 2) * 2 - 1, seq_len(nchar(line) / 2) * 2)
  text <- rawToChar(as.raw(strtoi(digits, 16)))
  Encoding(text) <- "UTF-8"
  cat(as.character(charToRaw(utils::URLencode(text, reserved = reserved, repeated = TRUE))), "\n", sep = "")
}
