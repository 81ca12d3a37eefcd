<?php
// Reads lines of hexadecimal digits, and writes the JSON of the nested names of each form. The first line is the version.
echo 'PHP ', PHP_VERSION, "\n";
$flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_INVALID_UTF8_SUBSTITUTE;
while (($line = fgets(STDIN)) !== false) {
    $line = hex2bin(trim($line));
    if ($argv[1] === 'build') {
        echo bin2hex(http_build_query(json_decode($line, true))), "\n";
        continue;
    }
    parse_str($line, $tree);
    echo bin2hex(json_encode((object) $tree, $flags)), "\n";
}
