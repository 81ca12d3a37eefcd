# Reads lines of hexadecimal digits, and writes what uri_escape makes of each. The first line is the version.
use strict;
use warnings;
use URI::Escape;

print "Perl $^V, URI::Escape $URI::Escape::VERSION\n";
while (my $line = <STDIN>) {
    chomp $line;
    print unpack('H*', uri_escape(pack('H*', $line))), "\n";
}
