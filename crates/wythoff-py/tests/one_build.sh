#!/usr/bin/env bash
# Is the library built with the same features for the tests, for the command line and for Python? Otherwise it is compiled several times.
set -euo pipefail
cd "$(dirname "$0")/../../.."
features() { cargo tree --locked "$@" --prefix none -f '{p} {f}' | sed 's/ (\*)//' | sort -u; }
names=$(mktemp); trap 'rm -f "$names" "$names".*' EXIT
cargo tree --locked -p wythoff -e normal --prefix none -f '{p}' | awk '{print $1 " " $2 " "}' | sort -u > "$names"
features --workspace -e normal,dev,no-proc-macro | grep -F -f "$names" > "$names.all"
for one in wythoff-cli wythoff-py; do
  features -p $one -e normal,no-proc-macro | grep -F -f "$names" > "$names.$one"
  if ! different=$(comm -23 "$names.$one" "$names.all") || [ -n "$different" ]; then
    echo "built with other features for $one than for the tests:"; echo "$different"; exit 1
  fi
done
