# Reads lines of hexadecimal digits, and writes what uri_unescape makes of each. The first line is the version.
use strict;
use warnings;
use URI::Escape;

print "Perl $^V, URI::Escape $URI::Escape::VERSION\n";
while (my $line = <STDIN>) {
    chomp $line;
    print unpack('H*', uri_unescape(pack('H*', $line))), "\n";
}
