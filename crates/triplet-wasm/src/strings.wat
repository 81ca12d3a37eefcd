;; Makes JavaScript strings from the memory of the module, and writes strings to it, where a browser has the string builtins of
;; WebAssembly. Except for long ASCII, the browser's decoders take several times as long; so does its encoder for short strings
;; and for scripts outside Latin. `web/build.mjs` appends this module to the large one as the section `strings`.
;;
;; A string is copied through an array of code units.
(module
  (type $units (array (mut i16)))
  (import "module" "memory" (memory 0))
  (import "wasm:js-string" "fromCharCodeArray"
    (func $string (param (ref null $units) i32 i32) (result (ref extern))))
  (import "wasm:js-string" "intoCharCodeArray"
    (func $copy (param externref (ref null $units) i32) (result i32)))
  (import "wasm:js-string" "substring"
    (func $substring (param externref i32 i32) (result (ref extern))))
  ;; A part of a string, small enough for the first-level cache.
  (global $part (ref $units) (array.new_default $units (i32.const 4096)))
  ;; A whole string, unless it is large.
  (global $kept (mut (ref $units)) (array.new_default $units (i32.const 0)))

  ;; Returns the string of $length code units at $at. Reads up to three units after them.
  (func (export "wide") (param $at i32) (param $length i32) (result externref)
    (local $units (ref $units)) (local $i i32) (local $four i64)
    (local.set $units (global.get $kept))
    (if (i32.lt_u (array.len (local.get $units)) (i32.add (local.get $length) (i32.const 3)))
      (then
        (local.set $units (array.new_default $units (i32.add (local.get $length) (i32.const 3))))
        ;; 4 MB.
        (if (i32.le_u (local.get $length) (i32.const 0x200000))
          (then (global.set $kept (local.get $units))))))
    (loop $next
      (if (i32.lt_u (local.get $i) (local.get $length))
        (then
          (local.set $four (i64.load align=2 (local.get $at)))
          (array.set $units (local.get $units) (local.get $i) (i32.wrap_i64 (local.get $four)))
          (array.set $units (local.get $units) (i32.add (local.get $i) (i32.const 1))
            (i32.wrap_i64 (i64.shr_u (local.get $four) (i64.const 16))))
          (array.set $units (local.get $units) (i32.add (local.get $i) (i32.const 2))
            (i32.wrap_i64 (i64.shr_u (local.get $four) (i64.const 32))))
          (array.set $units (local.get $units) (i32.add (local.get $i) (i32.const 3))
            (i32.wrap_i64 (i64.shr_u (local.get $four) (i64.const 48))))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br $next))))
    (call $string (local.get $units) (i32.const 0) (local.get $length)))

  ;; Returns the string of $length ASCII characters at $at, at most 4,096.
  (func (export "narrow") (param $at i32) (param $length i32) (result externref)
    (local $i i32)
    (loop $next
      (if (i32.lt_u (local.get $i) (local.get $length))
        (then
          (array.set $units (global.get $part) (local.get $i)
            (i32.load8_u (i32.add (local.get $at) (local.get $i))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $next))))
    (call $string (global.get $part) (i32.const 0) (local.get $length)))

  ;; Writes a string of $length code units as UTF-8 to $start, where there are three bytes for each unit; a lone surrogate becomes
  ;; U+FFFD. Returns the number of bytes.
  (func (export "take") (param $text externref) (param $length i32) (param $start i32) (result i32)
    (local $from i32) (local $i i32) (local $count i32) (local $at i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local.set $at (local.get $start))
    (loop $chunk
      (local.set $from (i32.add (local.get $from) (local.get $i)))
      (local.set $i (i32.const 0))
      (if (i32.eq (local.get $from) (local.get $length))
        (then (return (i32.sub (local.get $at) (local.get $start)))))
      (local.set $count
        (call $copy
          (call $substring (local.get $text) (local.get $from)
            (i32.add (local.get $from) (i32.const 4096)))
          (global.get $part) (i32.const 0)))
      (loop $next
        (if (i32.le_u (i32.add (local.get $i) (i32.const 4)) (local.get $count))
          (then
            (local.set $a (array.get_u $units (global.get $part) (local.get $i)))
            (local.set $b (array.get_u $units (global.get $part) (i32.add (local.get $i) (i32.const 1))))
            (local.set $c (array.get_u $units (global.get $part) (i32.add (local.get $i) (i32.const 2))))
            (local.set $d (array.get_u $units (global.get $part) (i32.add (local.get $i) (i32.const 3))))
            (if
              (i32.lt_u
                (i32.or (i32.or (local.get $a) (local.get $b)) (i32.or (local.get $c) (local.get $d)))
                (i32.const 0x80))
              (then
                (i32.store align=1 (local.get $at)
                  (i32.or
                    (i32.or (local.get $a) (i32.shl (local.get $b) (i32.const 8)))
                    (i32.or
                      (i32.shl (local.get $c) (i32.const 16)) (i32.shl (local.get $d) (i32.const 24)))))
                (local.set $i (i32.add (local.get $i) (i32.const 4)))
                (local.set $at (i32.add (local.get $at) (i32.const 4)))
                (br $next)))))
        (loop $one
          (br_if $chunk (i32.eq (local.get $i) (local.get $count)))
          (local.set $a (array.get_u $units (global.get $part) (local.get $i)))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (if (i32.lt_u (local.get $a) (i32.const 0x80))
            (then
              (i32.store8 (local.get $at) (local.get $a))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $next)))
          (if (i32.lt_u (local.get $a) (i32.const 0x800))
            (then
              (i32.store16 align=1 (local.get $at)
                (i32.or
                  (i32.or (i32.const 0x80C0) (i32.shr_u (local.get $a) (i32.const 6)))
                  (i32.shl (i32.and (local.get $a) (i32.const 0x3F)) (i32.const 8))))
              (local.set $at (i32.add (local.get $at) (i32.const 2)))
              (br $one)))
          (if (i32.eq (i32.and (local.get $a) (i32.const 0xF800)) (i32.const 0xD800))
            (then
              (local.set $b (i32.const 0))
              (if (i32.lt_u (local.get $a) (i32.const 0xDC00))
                (then
                  (if (i32.lt_u (local.get $i) (local.get $count))
                    (then (local.set $b (array.get_u $units (global.get $part) (local.get $i))))
                    (else
                      (if
                        (i32.lt_u (i32.add (local.get $from) (local.get $i)) (local.get $length))
                        (then
                          ;; The low surrogate begins the next part: start the next part with this unit.
                          (local.set $i (i32.sub (local.get $i) (i32.const 1)))
                          (br $chunk)))))))
              (if (i32.eq (i32.and (local.get $b) (i32.const 0xFC00)) (i32.const 0xDC00))
                (then
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  ;; 0x35FDC00 is (0xD800 << 10) + 0xDC00 - 0x10000.
                  (local.set $a
                    (i32.sub
                      (i32.add (i32.shl (local.get $a) (i32.const 10)) (local.get $b))
                      (i32.const 0x35FDC00)))
                  (i32.store align=1 (local.get $at)
                    (i32.or
                      (i32.or
                        (i32.or (i32.const 0x808080F0) (i32.shr_u (local.get $a) (i32.const 18)))
                        (i32.and (i32.shr_u (local.get $a) (i32.const 4)) (i32.const 0x3F00)))
                      (i32.or
                        (i32.and (i32.shl (local.get $a) (i32.const 10)) (i32.const 0x3F0000))
                        (i32.and (i32.shl (local.get $a) (i32.const 24)) (i32.const 0x3F000000)))))
                  (local.set $at (i32.add (local.get $at) (i32.const 4)))
                  (br $one))
                (else (local.set $a (i32.const 0xFFFD))))))
          (i32.store16 align=1 (local.get $at)
            (i32.or
              (i32.or (i32.const 0x80E0) (i32.shr_u (local.get $a) (i32.const 12)))
              (i32.and (i32.shl (local.get $a) (i32.const 2)) (i32.const 0x3F00))))
          (i32.store8 offset=2 (local.get $at)
            (i32.or (i32.const 0x80) (i32.and (local.get $a) (i32.const 0x3F))))
          (local.set $at (i32.add (local.get $at) (i32.const 3)))
          (br $one))))
    (unreachable)))
