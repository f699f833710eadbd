# Two commands do everything on a fresh Debian machine: make run, make test.
.PHONY: run test fuzz bench native setup

EXAMPLE = examples/lost-update.c

setup:
	@bash scripts/setup.sh

# Builds, then checks an example with a bug. FALSE is exit code 10, and what we want to see here.
run: setup
	cargo run --quiet --locked --package tw-cli -- check $(EXAMPLE) || test $$? -eq 10

test: setup
	cargo xtask ci

# Long runs, with results under bench/results/.
fuzz:
	cargo xtask fuzz --seeds 100000
	cargo xtask fuzz --faults

bench: setup
	cargo xtask bench

# The machine for C against natively compiled programs.
native: setup
	cargo xtask native sequential 1000
	cargo xtask native parallel 200
	cargo xtask native sanitizers 3000
	cargo xtask native speed
