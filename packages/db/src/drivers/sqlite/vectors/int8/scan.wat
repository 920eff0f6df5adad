;; The inner loops of vector search, on int8 codes with SIMD.
;;
;; Slots lie in blocks of 1024: first the f32 factor of each, then the upper halves of the codes of each, then the lower
;; halves, `stride` / 2 bytes each. `stride` is the number of dimensions rounded up to a multiple of 32, filled with zeros.
;; Code × factor ≈ the vector's component at unit length. A byte of the halves holds those of two dimensions, 16 apart; codes
;; count from -128, so that halves are 0 to 15.
;;
;; Memory is the limit of a search, so that most slots are only glanced at: their upper halves, times a query of int8, say
;; well enough which are worth a closer look. The look takes whole codes and a query of int16, which loses nothing that the
;; codes have kept. Sums are 32 bits.
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

  ;; Where the upper halves of its codes are; the lower ones are stride × 512 bytes after them.
  (func $upper (param $slot i32) (param $blocks i32) (param $stride i32) (result i32)
    (i32.add
      (call $factor (local.get $slot) (local.get $blocks) (local.get $stride))
      (i32.add (i32.const 4096)
        (i32.mul
          (i32.and (local.get $slot) (i32.const 1023))
          (i32.sub (i32.shr_u (local.get $stride) (i32.const 1)) (i32.const 4))))))

  ;; Sums of upper halves × query of four slots that lie side by side, written to `out`: read in one go, as memory is quickest.
  (func $glanceRow (param $at i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $q i32) (local $last i32) (local $end i32) (local $halves v128) (local $even v128) (local $odd v128) (local $sum v128)
    (local $mask v128)
    (local.set $mask (i8x16.splat (i32.const 15)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $stride) (i32.const 1))))
    (loop $next
      (local.set $last (i32.add (local.get $at) (i32.shr_u (local.get $stride) (i32.const 1))))
      (local.set $q (local.get $query))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $thirtytwo
        (local.set $halves (v128.load (local.get $at)))
        (local.set $even (v128.and (i16x8.shr_u (local.get $halves) (i32.const 4)) (local.get $mask)))
        (local.set $odd (v128.and (local.get $halves) (local.get $mask)))
        ;; Four products, of at most 127 × 15 each, are added up in 16 bits.
        (local.set $sum
          (i32x4.add (local.get $sum)
            (i32x4.extadd_pairwise_i16x8_s
              (i16x8.add
                (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load (local.get $q)) (local.get $even))
                (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=16 (local.get $q)) (local.get $odd))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (br_if $thirtytwo (i32.lt_u (local.get $at) (local.get $last))))
      (i32.store (local.get $out) (call $total (local.get $sum)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))

  ;; The lanes added up.
  (func $total (param $sum v128) (result i32)
    (local.set $sum
      (i32x4.add (local.get $sum)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
    (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum))))

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

  ;; The same of four slots that lie anywhere, all at a time: the processor can wait for four places in memory at once.
  (func $glanceApart (param $slots i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $last i32) (local $mask v128)
    (local $sa v128) (local $sb v128) (local $sc v128) (local $sd v128)
    (local $even v128) (local $odd v128) (local $halves v128) (local $upper v128)
    (local.set $mask (i8x16.splat (i32.const 15)))
    (local.set $a (call $upper (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $b (call $upper (i32.load offset=4 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $c (call $upper (i32.load offset=8 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $d (call $upper (i32.load offset=12 (local.get $slots)) (local.get $blocks) (local.get $stride)))
    (local.set $last (i32.add (local.get $a) (i32.shr_u (local.get $stride) (i32.const 1))))
    (loop $thirtytwo
      (local.set $even (v128.load (local.get $query)))
      (local.set $odd (v128.load offset=16 (local.get $query)))
      (local.set $halves (v128.load (local.get $a)))
      (local.set $upper (v128.and (i16x8.shr_u (local.get $halves) (i32.const 4)) (local.get $mask)))
      (local.set $halves (v128.and (local.get $halves) (local.get $mask)))
      (local.set $sa
        (i32x4.add (local.get $sa)
          (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $even) (local.get $upper))
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $odd) (local.get $halves))))))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (local.set $halves (v128.load (local.get $b)))
      (local.set $upper (v128.and (i16x8.shr_u (local.get $halves) (i32.const 4)) (local.get $mask)))
      (local.set $halves (v128.and (local.get $halves) (local.get $mask)))
      (local.set $sb
        (i32x4.add (local.get $sb)
          (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $even) (local.get $upper))
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $odd) (local.get $halves))))))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $halves (v128.load (local.get $c)))
      (local.set $upper (v128.and (i16x8.shr_u (local.get $halves) (i32.const 4)) (local.get $mask)))
      (local.set $halves (v128.and (local.get $halves) (local.get $mask)))
      (local.set $sc
        (i32x4.add (local.get $sc)
          (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $even) (local.get $upper))
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $odd) (local.get $halves))))))
      (local.set $c (i32.add (local.get $c) (i32.const 16)))
      (local.set $halves (v128.load (local.get $d)))
      (local.set $upper (v128.and (i16x8.shr_u (local.get $halves) (i32.const 4)) (local.get $mask)))
      (local.set $halves (v128.and (local.get $halves) (local.get $mask)))
      (local.set $sd
        (i32x4.add (local.get $sd)
          (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $even) (local.get $upper))
              (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $odd) (local.get $halves))))))
      (local.set $d (i32.add (local.get $d) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $thirtytwo (i32.lt_u (local.get $a) (local.get $last))))
    ;; Adds up the lanes of each: halves of two sums side by side, then quarters of four.
    (local.set $even
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sa) (local.get $sb))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sa) (local.get $sb))))
    (local.set $odd
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sc) (local.get $sd))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sc) (local.get $sd))))
    (v128.store (local.get $out)
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $even) (local.get $odd))
        (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $even) (local.get $odd)))))

  (func $glanceFour (param $slots i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (if (call $areNeighbours (local.get $slots))
      (then
        (call $glanceRow
          (call $upper (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride))
          (local.get $stride) (local.get $query) (local.get $out)))
      (else
        (call $glanceApart
          (local.get $slots) (local.get $blocks) (local.get $stride) (local.get $query) (local.get $out)))))

  ;; The factors of four slots.
  (func $factors (param $slots i32) (param $blocks i32) (param $stride i32) (result v128)
    (if (call $areNeighbours (local.get $slots))
      (then
        (return
          (v128.load (call $factor (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride))))))
    (v128.load32_lane 3
      (call $factor (i32.load offset=12 (local.get $slots)) (local.get $blocks) (local.get $stride))
      (v128.load32_lane 2
        (call $factor (i32.load offset=8 (local.get $slots)) (local.get $blocks) (local.get $stride))
        (v128.load32_lane 1
          (call $factor (i32.load offset=4 (local.get $slots)) (local.get $blocks) (local.get $stride))
          (v128.load32_zero (call $factor (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride)))))))

  ;; Glances at `count` slots, a multiple of four: factor × (upper halves · query + more). Those above the bar move up to the
  ;; front of `slots`, their scores go to `out`, and their number is the result.
  (func (export "glance")
    (param $slots i32) (param $count i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (param $more f32) (param $bar f32) (result i32)
    (local $kept i32) (local $begin i32) (local $end i32) (local $scores v128) (local $above i32) (local $step i32)
    (local.set $begin (local.get $slots))
    (local.set $kept (local.get $slots))
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (call $glanceFour
          (local.get $slots) (local.get $blocks) (local.get $stride) (local.get $query) (local.get $out))
        (local.set $scores
          (f32x4.mul
            (f32x4.add (f32x4.convert_i32x4_s (v128.load (local.get $out))) (f32x4.splat (local.get $more)))
            (call $factors (local.get $slots) (local.get $blocks) (local.get $stride))))
        (local.set $above (i32x4.bitmask (f32x4.gt (local.get $scores) (f32x4.splat (local.get $bar)))))
        (if (local.get $above)
          (then
            ;; Each is written, and only what is above the bar is kept: that is quicker than asking.
            (i32.store (local.get $kept) (i32.load (local.get $slots)))
            (f32.store (local.get $out) (f32x4.extract_lane 0 (local.get $scores)))
            (local.set $step (i32.and (i32.shl (local.get $above) (i32.const 2)) (i32.const 4)))
            (local.set $kept (i32.add (local.get $kept) (local.get $step)))
            (local.set $out (i32.add (local.get $out) (local.get $step)))
            (i32.store (local.get $kept) (i32.load offset=4 (local.get $slots)))
            (f32.store (local.get $out) (f32x4.extract_lane 1 (local.get $scores)))
            (local.set $step (i32.and (i32.shl (local.get $above) (i32.const 1)) (i32.const 4)))
            (local.set $kept (i32.add (local.get $kept) (local.get $step)))
            (local.set $out (i32.add (local.get $out) (local.get $step)))
            (i32.store (local.get $kept) (i32.load offset=8 (local.get $slots)))
            (f32.store (local.get $out) (f32x4.extract_lane 2 (local.get $scores)))
            (local.set $step (i32.and (local.get $above) (i32.const 4)))
            (local.set $kept (i32.add (local.get $kept) (local.get $step)))
            (local.set $out (i32.add (local.get $out) (local.get $step)))
            (i32.store (local.get $kept) (i32.load offset=12 (local.get $slots)))
            (f32.store (local.get $out) (f32x4.extract_lane 3 (local.get $scores)))
            (local.set $step (i32.and (i32.shr_u (local.get $above) (i32.const 1)) (i32.const 4)))
            (local.set $kept (i32.add (local.get $kept) (local.get $step)))
            (local.set $out (i32.add (local.get $out) (local.get $step)))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 16)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $kept) (local.get $begin)) (i32.const 2)))

  ;; Looks at `count` slots: factor × (codes · query), written to `out`.
  (func (export "look")
    (param $slots i32) (param $count i32) (param $blocks i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (f32.store (local.get $out)
          (f32.mul
            (f32.load (call $factor (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride)))
            (f32.convert_i32_s
              (call $dot
                (call $upper (i32.load (local.get $slots)) (local.get $blocks) (local.get $stride))
                (local.get $stride) (local.get $query)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (br $next))))

  ;; Puts halves together on the way, as `$even` and `$odd` do: a call for each would take longer than all the rest.
  (func $dot (param $upper i32) (param $stride i32) (param $query i32) (result i32)
    (local $lower i32) (local $last i32) (local $high v128) (local $low v128) (local $codes v128)
    (local $sum v128) (local $other v128) (local $mask v128) (local $sign v128)
    (local.set $mask (i8x16.splat (i32.const 15)))
    (local.set $sign (i8x16.splat (i32.const 128)))
    (local.set $lower (i32.add (local.get $upper) (i32.shl (local.get $stride) (i32.const 9))))
    (local.set $last (i32.add (local.get $upper) (i32.shr_u (local.get $stride) (i32.const 1))))
    (loop $thirtytwo
      (local.set $high (v128.load (local.get $upper)))
      (local.set $low (v128.load (local.get $lower)))
      (local.set $codes
        (v128.xor (local.get $sign)
          (v128.or
            (v128.andnot (local.get $high) (local.get $mask))
            (v128.and (i16x8.shr_u (local.get $low) (i32.const 4)) (local.get $mask)))))
      (local.set $sum
        (i32x4.add (local.get $sum)
          (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (v128.load (local.get $query)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (v128.load offset=16 (local.get $query))))))
      (local.set $codes
        (v128.xor (local.get $sign)
          (v128.or
            (v128.andnot (i16x8.shl (local.get $high) (i32.const 4)) (local.get $mask))
            (v128.and (local.get $low) (local.get $mask)))))
      (local.set $other
        (i32x4.add (local.get $other)
          (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (v128.load offset=32 (local.get $query)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (v128.load offset=48 (local.get $query))))))
      (local.set $upper (i32.add (local.get $upper) (i32.const 16)))
      (local.set $lower (i32.add (local.get $lower) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 64)))
      (br_if $thirtytwo (i32.lt_u (local.get $upper) (local.get $last))))
    (call $total (i32x4.add (local.get $sum) (local.get $other))))

  ;; Codes of the first 16 of 32 dimensions, put together of their halves.
  (func $even (param $upper v128) (param $lower v128) (result v128)
    (v128.xor (i8x16.splat (i32.const 128))
      (v128.or
        (v128.and (local.get $upper) (i8x16.splat (i32.const 240)))
        (v128.and (i16x8.shr_u (local.get $lower) (i32.const 4)) (i8x16.splat (i32.const 15))))))

  ;; And of the other 16.
  (func $odd (param $upper v128) (param $lower v128) (result v128)
    (v128.xor (i8x16.splat (i32.const 128))
      (v128.or
        (v128.and (i16x8.shl (local.get $upper) (i32.const 4)) (i8x16.splat (i32.const 240)))
        (v128.and (local.get $lower) (i8x16.splat (i32.const 15))))))

  ;; Takes codes of `count` slots, `stride` bytes each, apart: halves of slots side by side from `upper` on.
  (func $split (export "split") (param $codes i32) (param $count i32) (param $stride i32) (param $upper i32)
    (local $end i32) (local $lower i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $codes) (i32.mul (local.get $count) (local.get $stride))))
    (local.set $lower (i32.add (local.get $upper) (i32.shl (local.get $stride) (i32.const 9))))
    (loop $thirtytwo
      (local.set $even (v128.xor (v128.load (local.get $codes)) (i8x16.splat (i32.const 128))))
      (local.set $odd (v128.xor (v128.load offset=16 (local.get $codes)) (i8x16.splat (i32.const 128))))
      (v128.store (local.get $upper)
        (v128.or
          (v128.and (local.get $even) (i8x16.splat (i32.const 240)))
          (v128.and (i16x8.shr_u (local.get $odd) (i32.const 4)) (i8x16.splat (i32.const 15)))))
      (v128.store (local.get $lower)
        (v128.or
          (v128.and (i16x8.shl (local.get $even) (i32.const 4)) (i8x16.splat (i32.const 240)))
          (v128.and (local.get $odd) (i8x16.splat (i32.const 15)))))
      (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
      (local.set $upper (i32.add (local.get $upper) (i32.const 16)))
      (local.set $lower (i32.add (local.get $lower) (i32.const 16)))
      (br_if $thirtytwo (i32.lt_u (local.get $codes) (local.get $end)))))

  ;; Puts them together again.
  (func (export "join") (param $codes i32) (param $count i32) (param $stride i32) (param $upper i32)
    (local $end i32) (local $lower i32)
    (local.set $end (i32.add (local.get $codes) (i32.mul (local.get $count) (local.get $stride))))
    (local.set $lower (i32.add (local.get $upper) (i32.shl (local.get $stride) (i32.const 9))))
    (loop $thirtytwo
      (v128.store (local.get $codes) (call $even (v128.load (local.get $upper)) (v128.load (local.get $lower))))
      (v128.store offset=16 (local.get $codes) (call $odd (v128.load (local.get $upper)) (v128.load (local.get $lower))))
      (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
      (local.set $upper (i32.add (local.get $upper) (i32.const 16)))
      (local.set $lower (i32.add (local.get $lower) (i32.const 16)))
      (br_if $thirtytwo (i32.lt_u (local.get $codes) (local.get $end)))))

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
