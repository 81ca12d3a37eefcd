# Checks that a command needs no other file: it runs in a folder that is its root folder.
# usage: static.sh COMMAND
command=$1
if readelf -d "$command" | grep NEEDED; then
  echo "it needs libraries" >&2
  exit 1
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$command" "$root/triplet"
printf 'a b' > "$root/file"
inside() { if [ "$(id -u)" = 0 ]; then chroot "$root" "$@"; else unshare -r chroot "$root" "$@"; fi; }
test "$(inside /triplet encode 'a b')" = a%20b
inside /triplet encode -j2 -i /file
test "$(cat "$root/file")" = a%20b
# A closed output is detected with this C library too. (Not inside the root: there the runtime requires /dev/null.)
code=0
"$command" encode x >&- 2>/dev/null || code=$?
test "$code" = 3
ls -l "$command"
echo "static, and it works"
