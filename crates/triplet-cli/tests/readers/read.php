<?php
// Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
echo 'PHP ', PHP_VERSION, "\n";
$read = ['urldecode' => urldecode(...), 'rawurldecode' => rawurldecode(...)][$argv[1]];
while (($line = fgets(STDIN)) !== false) {
    echo bin2hex($read(hex2bin(trim($line)))), "\n";
}
