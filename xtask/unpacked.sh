# Checks a Debian package: what is in it, and that it works when it is installed in a folder of its own.
# usage: unpacked.sh PACKAGE
package=$1
dpkg-deb --info "$package"
list=$(dpkg-deb -c "$package")
echo "$list"
for file in usr/bin/triplet usr/share/man/man1/triplet.1.gz usr/share/man/man1/triplet-decode.1.gz \
  usr/share/bash-completion/completions/triplet usr/share/zsh/vendor-completions/_triplet \
  usr/share/fish/vendor_completions.d/triplet.fish usr/share/doc/triplet/copyright; do
  echo "$list" | grep " \./$file$" > /dev/null || { echo "$file is not in it" >&2; exit 1; }
done
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: > "$root/var/lib/dpkg/status"
# Its dependencies are outside this root.
dpkg --root="$root" --force-not-root --force-depends --log=/dev/null -i "$package"
test "$("$root/usr/bin/triplet" decode 'a%20b')" = 'a b'
gzip -dc "$root/usr/share/man/man1/triplet.1.gz" | grep 'Percent' > /dev/null
echo "installed, and it works"
