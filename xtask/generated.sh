# Writes the manual pages and the completions of a command into a folder.
# usage: generated.sh COMMAND FOLDER
command=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
"$command" man > "$folder/triplet.1"
# The commands as the help lists them.
for name in $("$command" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  [ "$name" = help ] || "$command" man "$name" > "$folder/triplet-$name.1"
done
"$command" completions bash > "$folder/triplet.bash"
"$command" completions zsh > "$folder/_triplet"
"$command" completions fish > "$folder/triplet.fish"
test -s "$folder/triplet-decode.1"
test -s "$folder/triplet.fish"
