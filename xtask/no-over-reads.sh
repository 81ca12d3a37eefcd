#!/bin/sh
# Cargo calls this in place of the compiler, for the crates of the workspace only: no load reaches beyond its input.
# usage: no-over-reads.sh RUSTC ARGUMENTS...
exec "$@" --cfg triplet_no_over_reads
