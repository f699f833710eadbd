#!/usr/bin/env bash
# Installs what a Debian or Ubuntu machine lacks for `make run` and `make test`; safe to run twice.
set -euo pipefail

# command:package
wanted=(cc:gcc c++:g++ make:make git:git clang-19:clang-19 spin:spin rumur:rumur csmith:csmith lli-19:llvm-19 depqbf:depqbf)
# Libraries and headers: to link LLVM, for programs of both word sizes, for the programs that csmith writes, for the
# sanitizers.
packages=(llvm-19-dev libpolly-19-dev libzstd-dev zlib1g-dev libc6-dev-i386 gcc-multilib g++-multilib libcsmith-dev libclang-rt-19-dev)

if ! command -v cargo >/dev/null; then
  echo "setup: cargo is missing. Install Rust 1.95 or newer (rustup, or your distribution's package), then run this again." >&2
  exit 1
fi

missing=()
for entry in "${wanted[@]}"; do
  command -v "${entry%%:*}" >/dev/null || missing+=("${entry##*:}")
done
if command -v dpkg-query >/dev/null; then
  for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
fi
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

echo "setup: installing ${missing[*]}"
if ! command -v apt-get >/dev/null; then
  echo "setup: no apt-get here; install these yourself: ${missing[*]}" >&2
  # Tests that need them say so and are skipped, except where CI=true.
  [ "${CI:-}" = true ] && exit 1
  exit 0
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
