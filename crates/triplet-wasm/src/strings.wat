;; Strings of JavaScript out of the memory of the module, and into it, where a browser has the string builtins of
;; WebAssembly: for all but long ASCII, its decoders take several times as long. `web/build.mjs` makes npm/strings.js of it.
;;
;; A string is copied by way of an array of code units, which is kept as long as it is not large.
(module
  (type $units (array (mut i16)))
  (import "module" "memory" (memory 0))
  (import "wasm:js-string" "fromCharCodeArray"
    (func $string (param (ref null $units) i32 i32) (result (ref extern))))
  (import "wasm:js-string" "intoCharCodeArray"
    (func $copy (param externref (ref null $units) i32) (result i32)))
  (global $kept (mut (ref $units)) (array.new_default $units (i32.const 0)))

  (func $room (param $length i32) (result (ref $units))
    (local $new (ref $units))
    (if (i32.ge_u (array.len (global.get $kept)) (local.get $length))
      (then (return (global.get $kept))))
    (local.set $new (array.new_default $units (local.get $length)))
    ;; 4 MB.
    (if (i32.le_u (local.get $length) (i32.const 0x200000))
      (then (global.set $kept (local.get $new))))
    (local.get $new))

  ;; The string of so many code units at a place.
  (func (export "wide") (param $at i32) (param $length i32) (result externref)
    (local $units (ref $units)) (local $i i32) (local $four i64) (local $fours i32)
    (local.set $units (call $room (local.get $length)))
    (local.set $fours (i32.and (local.get $length) (i32.const -4)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $i) (local.get $fours)))
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
        (br $next)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $i) (local.get $length)))
        (array.set $units (local.get $units) (local.get $i) (i32.load16_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (call $string (local.get $units) (i32.const 0) (local.get $length)))

  ;; The string of so many characters of ASCII at a place.
  (func (export "narrow") (param $at i32) (param $length i32) (result externref)
    (local $units (ref $units)) (local $i i32)
    (local.set $units (call $room (local.get $length)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $i) (local.get $length)))
        (array.set $units (local.get $units) (local.get $i)
          (i32.load8_u (i32.add (local.get $at) (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (call $string (local.get $units) (i32.const 0) (local.get $length)))

  ;; Writes a string of so many code units, if it is ASCII, as bytes to a place: gives 0 to 0x7F if it was.
  (func (export "take") (param $text externref) (param $length i32) (param $at i32) (result i32)
    (local $units (ref $units)) (local $i i32) (local $all i32) (local $unit i32)
    (local.set $units (call $room (local.get $length)))
    (drop (call $copy (local.get $text) (local.get $units) (i32.const 0)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $i) (local.get $length)))
        (local.set $unit (array.get_u $units (local.get $units) (local.get $i)))
        (local.set $all (i32.or (local.get $all) (local.get $unit)))
        (i32.store8 (i32.add (local.get $at) (local.get $i)) (local.get $unit))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $all)))
