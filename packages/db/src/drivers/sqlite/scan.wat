;; The inner loops of vector search, on int8 codes with SIMD.
;;
;; A record is 16 bytes of head (the f32 factor, then padding) and `stride` bytes of codes. `stride` is the number of
;; dimensions rounded up to a multiple of 32, filled with zeros. Code × factor ≈ the vector's component at unit length.
;; The query is int16, so that it loses nothing that the codes have kept; products are added up in 32 bits.
(module
  (memory (export "memory") 1)

  ;; For each of `count` slots: out[i] = factor × (codes · query).
  (func (export "score")
    (param $slots i32) (param $count i32) (param $records i32) (param $stride i32) (param $query i32) (param $out i32)
    (local $end i32) (local $record i32) (local $at i32) (local $q i32) (local $last i32)
    (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (local.set $record
          (i32.add (local.get $records)
            (i32.mul (i32.load (local.get $slots)) (i32.add (local.get $stride) (i32.const 16)))))
        (local.set $at (i32.add (local.get $record) (i32.const 16)))
        (local.set $last (i32.add (local.get $at) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $thirty-two
          (local.set $even
            (i32x4.add (local.get $even)
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $at)) (v128.load (local.get $q)))))
          (local.set $odd
            (i32x4.add (local.get $odd)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $at)) (v128.load offset=16 (local.get $q)))))
          (local.set $even
            (i32x4.add (local.get $even)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $at)) (v128.load offset=32 (local.get $q)))))
          (local.set $odd
            (i32x4.add (local.get $odd)
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $at)) (v128.load offset=48 (local.get $q)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $thirty-two (i32.lt_u (local.get $at) (local.get $last))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (f32.store (local.get $out)
          (f32.mul (f32.load (local.get $record))
            (f32.convert_i32_s
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
                (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $next))))

  ;; Writes the record of the `stride` floats at `vector`; a vector of zeros gets a factor of 0.
  (func (export "encode") (param $vector i32) (param $stride i32) (param $record i32)
    (local $at i32) (local $end i32) (local $code i32)
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
        (f32.store (local.get $record)
          (f32.div (f32.div (local.get $max) (f32.const 127)) (local.get $norm)))
        (local.set $up (f32x4.splat (f32.div (f32.const 127) (local.get $max)))))
      (else (f32.store (local.get $record) (f32.const 0))))
    (local.set $at (local.get $vector))
    (local.set $code (i32.add (local.get $record) (i32.const 16)))
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
