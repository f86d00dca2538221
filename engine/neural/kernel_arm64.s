#include "textflag.h"
#include "neon_arm64.h"

// The float32 kernels in NEON; kernel.go says what they compute.

// SIX multiplies four columns of weights, Vn, with the i-th of the four numbers of
// each row, V24 to V29, and adds the products to column group c of the sums: those
// of a row are four of V0 to V23.
#define SIX(i, n, c) \
	FMLAI(24, i, n, c); \
	FMLAI(25, i, n, c+4); \
	FMLAI(26, i, n, c+8); \
	FMLAI(27, i, n, c+12); \
	FMLAI(28, i, n, c+16); \
	FMLAI(29, i, n, c+20)

// STEP processes the i-th of four inputs of all six rows.
#define STEP(i) \
	FLDPQ.P 32(R6), (F30, F31); \
	SIX(i, 30, 0); \
	SIX(i, 31, 1); \
	FLDPQ.P 32(R6), (F30, F31); \
	SIX(i, 30, 2); \
	SIX(i, 31, 3)

// ROW computes the address of input row i of the tap.
#define ROW(i, R) \
	MOVW (4*i)(R4), R14; \
	MADD R3, R2, R14, R

// LOAD and STORE copy a row of the output, and go to the next.
#define LOAD(A, B, C, D) \
	FLDPQ (R14), (A, B); \
	FLDPQ 32(R14), (C, D); \
	ADD   R1, R14

#define STORE(A, B, C, D) \
	FSTPQ (A, B), (R14); \
	FSTPQ (C, D), 32(R14); \
	ADD   R1, R14

#define ZERO(A, B, C, D) \
	VEOR A.B16, A.B16, A.B16; \
	VEOR B.B16, B.B16, B.B16; \
	VEOR C.B16, C.B16, C.B16; \
	VEOR D.B16, D.B16, D.B16

// func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, add bool)
TEXT ·tileFMA(SB), NOSPLIT, $0-57
	MOVD  out+0(FP), R0
	MOVD  width+8(FP), R1
	MOVD  in+16(FP), R2
	MOVD  depth+24(FP), R15
	MOVD  rows+32(FP), R4
	MOVD  taps+40(FP), R5
	MOVD  weights+48(FP), R6
	MOVBU add+56(FP), R14
	LSL   $2, R1
	LSL   $2, R15, R3
	CBZ   R14, zero
	MOVD  R0, R14
	LOAD(F0, F1, F2, F3)
	LOAD(F4, F5, F6, F7)
	LOAD(F8, F9, F10, F11)
	LOAD(F12, F13, F14, F15)
	LOAD(F16, F17, F18, F19)
	LOAD(F20, F21, F22, F23)
	B     tap

zero:
	ZERO(V0, V1, V2, V3)
	ZERO(V4, V5, V6, V7)
	ZERO(V8, V9, V10, V11)
	ZERO(V12, V13, V14, V15)
	ZERO(V16, V17, V18, V19)
	ZERO(V20, V21, V22, V23)

tap:
	ROW(0, R7)
	ROW(1, R8)
	ROW(2, R9)
	ROW(3, R10)
	ROW(4, R11)
	ROW(5, R12)
	ADD  $24, R4
	MOVD R15, R13

deep:
	FMOVQ.P 16(R7), F24
	FMOVQ.P 16(R8), F25
	FMOVQ.P 16(R9), F26
	FMOVQ.P 16(R10), F27
	FMOVQ.P 16(R11), F28
	FMOVQ.P 16(R12), F29
	STEP(0)
	STEP(1)
	STEP(2)
	STEP(3)
	SUBS    $4, R13
	BGT     deep
	SUBS    $1, R5
	BNE     tap

	MOVD R0, R14
	STORE(F0, F1, F2, F3)
	STORE(F4, F5, F6, F7)
	STORE(F8, F9, F10, F11)
	STORE(F12, F13, F14, F15)
	STORE(F16, F17, F18, F19)
	STORE(F20, F21, F22, F23)
	RET

// func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int)
TEXT ·rectifyFMA(SB), NOSPLIT, $0-56
	MOVD out+0(FP), R0
	MOVD in+8(FP), R1
	MOVD scale+16(FP), R2
	MOVD shift+24(FP), R3
	MOVD rows+32(FP), R4
	MOVD width+40(FP), R5
	MOVD stride+48(FP), R6
	SUB  R5, R6
	LSL  $2, R6
	VEOR V6.B16, V6.B16, V6.B16

rectifyRow:
	MOVD R2, R7
	MOVD R3, R8
	MOVD R5, R9

rectifyColumn:
	FLDPQ.P 32(R1), (F0, F1)
	FLDPQ.P 32(R7), (F2, F3)
	FLDPQ.P 32(R8), (F4, F5)
	VFMLA   V0.S4, V2.S4, V4.S4
	VFMLA   V1.S4, V3.S4, V5.S4
	FMAXV(6, 4, 4)
	FMAXV(6, 5, 5)
	FSTPQ.P (F4, F5), 32(R0)
	SUBS    $8, R9
	BGT     rectifyColumn
	ADD     R6, R0
	ADD     R6, R1
	SUBS    $1, R4
	BNE     rectifyRow
	RET

// func poolFMA(sum, maximum, in, shift *float32, rows *int32, count, stride int)
TEXT ·poolFMA(SB), NOSPLIT, $0-56
	MOVD  sum+0(FP), R0
	MOVD  maximum+8(FP), R1
	MOVD  in+16(FP), R2
	MOVD  shift+24(FP), R3
	MOVD  rows+32(FP), R4
	MOVD  count+40(FP), R5
	MOVD  stride+48(FP), R6
	LSL   $2, R6
	FLDPQ (R3), (F0, F1)
	ZERO(V2, V3, V4, V5)
	VEOR  V6.B16, V6.B16, V6.B16

poolRow:
	MOVW.P 4(R4), R7
	MADD   R6, R2, R7, R7
	FLDPQ  (R7), (F16, F17)
	FADDV(0, 16, 16)
	FADDV(1, 17, 17)
	FMAXV(6, 16, 16)
	FMAXV(6, 17, 17)
	FADDV(16, 2, 2)
	FADDV(17, 3, 3)
	FMAXV(16, 4, 4)
	FMAXV(17, 5, 5)
	SUBS   $1, R5
	BNE    poolRow
	FSTPQ  (F2, F3), (R0)
	FSTPQ  (F4, F5), (R1)
	RET

// func addFMA(out, in *float32, width int)
TEXT ·addFMA(SB), NOSPLIT, $0-24
	MOVD out+0(FP), R0
	MOVD in+8(FP), R1
	MOVD width+16(FP), R2

addColumn:
	FLDPQ   (R0), (F0, F1)
	FLDPQ.P 32(R1), (F2, F3)
	FADDV(2, 0, 0)
	FADDV(3, 1, 1)
	FSTPQ.P (F0, F1), 32(R0)
	SUBS    $8, R2
	BGT     addColumn
	RET
