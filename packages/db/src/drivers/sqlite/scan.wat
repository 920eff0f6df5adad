;; The inner loops of vector search, on int8 codes with SIMD.
;;
;; Slots lie in blocks of 1024: first the f32 factor of each, then the codes of each, `stride` bytes. `stride` is the number
;; of dimensions rounded up to a multiple of 32, filled with zeros. Code × factor ≈ the vector's component at unit length.
;; The query is int16, so that it loses nothing that the codes have kept; products are added up in 32 bits.
(module
  (memory (export "memory") 1)

  ;; Where the factor of a slot is.
  (func $factor (param $slot i32) (param $blocks i32) (param $stride i32) (result i32)
    (i32.add
      (i32.add (local.get $blocks)
        (i32.mul
          (i32.shr_u (local.get $slot) (i32.const 10))
          (i32.shl (i32.add (local.get $stride) (i32.const 4)) (i32.const 10))))
      (i32.shl (i32.and (local.get $slot) (i32.const 1023)) (i32.const 2))))

  ;; Where its codes are.
  (func $codes (param $slot i32) (param $blocks i32) (param $stride i32) (result i32)
    (i32.add
      (call $factor (local.get $slot) (local.get $blocks) (local.get $stride))
      (i32.add (i32.const 4096)
        (i32.mul (i32.and (local.get $slot) (i32.const 1023)) (i32.sub (local.get $stride) (i32.const 4))))))

  ;; Four sums of codes × query, of slots that lie side by side: read in one go, as memory is quickest. Written to `out`.
  (func $dotNeighbours (param $codes i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32) (local $last i32) (local $q i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $codes) (i32.shl (local.get $stride) (i32.const 2))))
    (loop $next
      (local.set $last (i32.add (local.get $codes) (local.get $stride)))
      (local.set $q (local.get $query))
      (local.set $even (v128.const i32x4 0 0 0 0))
      (local.set $odd (v128.const i32x4 0 0 0 0))
      (loop $thirtytwo
        (local.set $even
          (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (v128.load (local.get $q)))))
        (local.set $odd
          (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (v128.load offset=16 (local.get $q)))))
        (local.set $even
          (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $codes)) (v128.load offset=32 (local.get $q)))))
        (local.set $odd
          (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $codes)) (v128.load offset=48 (local.get $q)))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
        (local.set $q (i32.add (local.get $q) (i32.const 64)))
        (br_if $thirtytwo (i32.lt_u (local.get $codes) (local.get $last))))
      (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
      (local.set $even
        (i32x4.add (local.get $even)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $even) (local.get $even))))
      (i32.store (local.get $out)
        (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $codes) (local.get $end)))))

  ;; The same of slots that lie anywhere, all four at a time: the processor can wait for four places in memory at once.
  (func $dotScattered
    (param $slots i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $last i32)
    (local $sa v128) (local $sb v128) (local $sc v128) (local $sd v128) (local $low v128) (local $high v128)
    (local.set $a (call $codes (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $b (call $codes (i32.load offset=4 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $c (call $codes (i32.load offset=8 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $d (call $codes (i32.load offset=12 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $last (i32.add (local.get $a) (local.get $stride)))
    (loop $sixteen
      (local.set $low (v128.load (local.get $query)))
      (local.set $high (v128.load offset=16 (local.get $query)))
      (local.set $sa
        (i32x4.add (local.get $sa)
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $a)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $a)) (local.get $high)))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $sb
        (i32x4.add (local.get $sb)
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $b)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $b)) (local.get $high)))))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $sc
        (i32x4.add (local.get $sc)
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $c)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $c)) (local.get $high)))))
      (local.set $c (i32.add (local.get $c) (i32.const 16)))
      (local.set $sd
        (i32x4.add (local.get $sd)
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $d)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $d)) (local.get $high)))))
      (local.set $d (i32.add (local.get $d) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $sixteen (i32.lt_u (local.get $a) (local.get $last))))
    ;; Adds up the lanes of each: halves of two sums side by side, then quarters of four.
    (local.set $low
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sa) (local.get $sb))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sa) (local.get $sb))))
    (local.set $high
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sc) (local.get $sd))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sc) (local.get $sd))))
    (v128.store (local.get $out)
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $low) (local.get $high))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $low) (local.get $high)))))

  ;; The factors of four slots.
  (func $factors (param $slots i32) (param $blocks i32) (param $stride i32) (result v128)
    (v128.load32_lane 3
      (call $factor (i32.load offset=12 (local.get $slots)) (local.get $blocks) (local.get $stride))
      (v128.load32_lane 2
        (call $factor (i32.load offset=8 (local.get $slots)) (local.get $blocks) (local.get $stride))
        (v128.load32_lane 1
          (call $factor (i32.load offset=4 (local.get $slots)) (local.get $blocks) (local.get $stride))
          (v128.load32_zero (call $factor (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride)))))))

  ;; Four slots in a row of one block, the first a multiple of four.
  (func $areNeighbours (param $slots i32) (result i32)
    (local $first i32)
    (local.set $first (i32.load (local.get $slots)))
    (i32.and
      (i32.eqz (i32.and (local.get $first) (i32.const 3)))
      (i32x4.all_true
        (i32x4.eq
          (v128.load (local.get $slots))
          (i32x4.add (i32x4.splat (local.get $first)) (v128.const i32x4 0 1 2 3))))))

  ;; Scores `count` slots, a multiple of four: factor × (codes · query). Fours of which none is above the bar are left out;
  ;; the slots of the rest move up to the front of `slots`, their scores go to `out`, and their number is the result.
  (func (export "score")
    (param $slots i32) (param $count i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (param $bar f32) (result i32)
    (local $kept i32) (local $begin i32) (local $end i32) (local $first i32) (local $scores v128)
    (local.set $begin (local.get $slots))
    (local.set $kept (local.get $slots))
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (if (call $areNeighbours (local.get $slots))
          (then
            (local.set $first (i32.load (local.get $slots)))
            (call $dotNeighbours
              (call $codes (local.get $first) (local.get $blocks) (local.get $stride))
              (local.get $stride) (local.get $query) (local.get $out))
            (local.set $scores
              (v128.load (call $factor (local.get $first) (local.get $blocks) (local.get $stride)))))
          (else
            (call $dotScattered
              (local.get $slots) (local.get $blocks) (local.get $stride) (local.get $query) (local.get $out))
            (local.set $scores (call $factors (local.get $slots) (local.get $blocks) (local.get $stride)))))
        (local.set $scores
          (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $out))) (local.get $scores)))
        (if (v128.any_true (f32x4.gt (local.get $scores) (f32x4.splat (local.get $bar))))
          (then
            (v128.store (local.get $out) (local.get $scores))
            (v128.store (local.get $kept) (v128.load (local.get $slots)))
            (local.set $out (i32.add (local.get $out) (i32.const 16)))
            (local.set $kept (i32.add (local.get $kept) (i32.const 16)))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 16)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $kept) (local.get $begin)) (i32.const 2)))

  ;; Writes factor and codes of the `stride` floats at `vector`; a vector of zeros gets a factor of 0.
  (func (export "encode") (param $vector i32) (param $stride i32) (param $factor i32) (param $code i32)
    (local $at i32) (local $end i32)
    (local $four v128) (local $largest v128) (local $squares v128) (local $up v128)
    (local $max f32) (local $norm f32)
    (local.set $end (i32.add (local.get $vector) (i32.shl (local.get $stride) (i32.const 2))))
    (local.set $at (local.get $vector))
    (loop $measure
      (local.set $four (v128.load (local.get $at)))
      (local.set $largest (f32x4.max (local.get $largest) (f32x4.abs (local.get $four))))
      (local.set $squares
        (f32x4.add (local.get $squares) (f32x4.mul (local.get $four) (local.get $four))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $measure (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $max
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $largest)) (f32x4.extract_lane 1 (local.get $largest)))
        (f32.max (f32x4.extract_lane 2 (local.get $largest)) (f32x4.extract_lane 3 (local.get $largest)))))
    (local.set $norm
      (f32.sqrt
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
          (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares))))))
    (if (f32.gt (local.get $norm) (f32.const 0))
      (then
        (f32.store (local.get $factor)
          (f32.div (f32.div (local.get $max) (f32.const 127)) (local.get $norm)))
        (local.set $up (f32x4.splat (f32.div (f32.const 127) (local.get $max)))))
      (else (f32.store (local.get $factor) (f32.const 0))))
    (local.set $at (local.get $vector))
    (loop $sixteen
      (v128.store (local.get $code)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (local.get $up))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $at)) (local.get $up)))))
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=32 (local.get $at)) (local.get $up))))
            (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=48 (local.get $at)) (local.get $up)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (local.set $code (i32.add (local.get $code) (i32.const 16)))
      (br_if $sixteen (i32.lt_u (local.get $at) (local.get $end))))))
