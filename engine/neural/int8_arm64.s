#include "textflag.h"
#include "neon_arm64.h"

// The 8-bit kernel in NEON with FEAT_DotProd; int8.go says what it computes. A
// tile of eight rows is computed in two halves of four. V0 to V15 are the sums,
// four of a row; V16 to V23 are weights; V24 to V27 are inputs of the rows. The
// instruction takes signed bytes, so 128 is subtracted from each input, by V28, and
// the sums begin with what that takes away: 128 times the weights of the column.

// FOUR adds the products of weights Vn, of column group c, with the i-th four bytes
// of each row.
#define FOUR(i, n, c) \
	SDOTI(24, i, n, c); \
	SDOTI(25, i, n, c+4); \
	SDOTI(26, i, n, c+8); \
	SDOTI(27, i, n, c+12)

// PAIR processes eight inputs, the i-th four and the four behind them.
#define PAIR(i) \
	FLDPQ.P 32(R6), (F16, F17); \
	FLDPQ.P 32(R6), (F18, F19); \
	FLDPQ.P 32(R6), (F20, F21); \
	FLDPQ.P 32(R6), (F22, F23); \
	FOUR(i, 16, 0); \
	FOUR(i, 17, 1); \
	FOUR(i, 18, 2); \
	FOUR(i, 19, 3); \
	FOUR(i+1, 20, 0); \
	FOUR(i+1, 21, 1); \
	FOUR(i+1, 22, 2); \
	FOUR(i+1, 23, 3)

// SIGNED subtracts 128 from the inputs of the rows.
#define SIGNED() \
	VEOR V28.B16, V24.B16, V24.B16; \
	VEOR V28.B16, V25.B16, V25.B16; \
	VEOR V28.B16, V26.B16, V26.B16; \
	VEOR V28.B16, V27.B16, V27.B16

// ROW computes the address of input row i of the tap.
#define ROW(i, R) \
	MOVW (4*i)(R4), R14; \
	MADD R3, R2, R14, R

// COPY sets the sums of a row to those of the first.
#define COPY(A, B, C, D) \
	VMOV V0.B16, A.B16; \
	VMOV V1.B16, B.B16; \
	VMOV V2.B16, C.B16; \
	VMOV V3.B16, D.B16

// RESULT scales the sums of a row from Va on.
#define RESULT(a) \
	SCVTFV(a, a); \
	SCVTFV(a+1, a+1); \
	SCVTFV(a+2, a+2); \
	SCVTFV(a+3, a+3); \
	FMULV(16, a, a); \
	FMULV(17, a+1, a+1); \
	FMULV(18, a+2, a+2); \
	FMULV(19, a+3, a+3)

// ADDTO adds the output to them.
#define ADDTO(a) \
	FLDPQ (R0), (F20, F21); \
	FLDPQ 32(R0), (F22, F23); \
	FADDV(20, a, a); \
	FADDV(21, a+1, a+1); \
	FADDV(22, a+2, a+2); \
	FADDV(23, a+3, a+3)

// STORE writes them and goes to the next row.
#define STORE(A, B, C, D) \
	FSTPQ (A, B), (R0); \
	FSTPQ (C, D), 32(R0); \
	ADD   R1, R0

// func tileDot(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tileDot(SB), NOSPLIT, $0-80
	MOVD  out+0(FP), R0
	MOVD  width+8(FP), R1
	MOVD  in+16(FP), R2
	MOVD  depth+24(FP), R3
	LSL   $2, R1
	MOVD  $0, R15
	VMOVI $128, V28.B16

half:
	MOVD  rows+32(FP), R4
	ADD   R15, R4
	MOVD  taps+40(FP), R5
	MOVD  weights+48(FP), R6
	MOVD  sums+72(FP), R14
	FLDPQ (R14), (F0, F1)
	FLDPQ 32(R14), (F2, F3)
	VSHL  $7, V0.S4, V0.S4
	VSHL  $7, V1.S4, V1.S4
	VSHL  $7, V2.S4, V2.S4
	VSHL  $7, V3.S4, V3.S4
	COPY(V4, V5, V6, V7)
	COPY(V8, V9, V10, V11)
	COPY(V12, V13, V14, V15)

tap:
	ROW(0, R7)
	ROW(1, R8)
	ROW(2, R9)
	ROW(3, R10)
	ADD  $32, R4
	SUBS $16, R3, R13
	BLT  eight

deep:
	FMOVQ.P 16(R7), F24
	FMOVQ.P 16(R8), F25
	FMOVQ.P 16(R9), F26
	FMOVQ.P 16(R10), F27
	SIGNED()
	PAIR(0)
	PAIR(2)
	SUBS    $16, R13
	BGE     deep

eight:
	TBZ   $3, R13, next
	FMOVD (R7), F24
	FMOVD (R8), F25
	FMOVD (R9), F26
	FMOVD (R10), F27
	SIGNED()
	PAIR(0)

next:
	SUBS $1, R5
	BNE  tap

	MOVD  scale+56(FP), R14
	FMOVS unit+64(FP), F20
	VDUP  V20.S[0], V20.S4
	FLDPQ (R14), (F16, F17)
	FLDPQ 32(R14), (F18, F19)
	FMULV(20, 16, 16)
	FMULV(20, 17, 17)
	FMULV(20, 18, 18)
	FMULV(20, 19, 19)
	RESULT(0)
	RESULT(4)
	RESULT(8)
	RESULT(12)
	MOVBU add+68(FP), R14
	CBZ   R14, store
	MOVD  R0, R14
	ADDTO(0)
	ADD   R1, R0
	ADDTO(4)
	ADD   R1, R0
	ADDTO(8)
	ADD   R1, R0
	ADDTO(12)
	MOVD  R14, R0

store:
	STORE(F0, F1, F2, F3)
	STORE(F4, F5, F6, F7)
	STORE(F8, F9, F10, F11)
	STORE(F12, F13, F14, F15)
	ADD $16, R15
	CMP $32, R15
	BLT half
	RET

// func maxActivationNEON(in, scale, shift *float32, rows, width int) float32
TEXT ·maxActivationNEON(SB), NOSPLIT, $0-44
	MOVD in+0(FP), R0
	MOVD scale+8(FP), R1
	MOVD shift+16(FP), R2
	MOVD rows+24(FP), R3
	MOVD width+32(FP), R4
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16

maxRow:
	MOVD R1, R5
	MOVD R2, R6
	MOVD R4, R7

maxColumn:
	FLDPQ.P 32(R0), (F0, F1)
	FLDPQ.P 32(R5), (F2, F3)
	FLDPQ.P 32(R6), (F4, F5)
	VFMLA   V0.S4, V2.S4, V4.S4
	VFMLA   V1.S4, V3.S4, V5.S4
	FMAXV(4, 6, 6)
	FMAXV(5, 7, 7)
	SUBS    $8, R7
	BGT     maxColumn
	SUBS    $1, R3
	BNE     maxRow
	FMAXV(7, 6, 6)
	FMAXALL(6, 0)
	FMOVS   F0, ret+40(FP)
	RET

// func quantizeNEON(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
TEXT ·quantizeNEON(SB), NOSPLIT, $0-52
	MOVD  out+0(FP), R8
	MOVD  in+8(FP), R0
	MOVD  scale+16(FP), R1
	MOVD  shift+24(FP), R2
	MOVD  rows+32(FP), R3
	MOVD  width+40(FP), R4
	FMOVS factor+48(FP), F7
	VDUP  V7.S[0], V7.S4
	VEOR  V6.B16, V6.B16, V6.B16

quantizeRow:
	MOVD R1, R5
	MOVD R2, R6
	MOVD R4, R7

quantizeColumn:
	FLDPQ.P 32(R0), (F0, F1)
	FLDPQ.P 32(R5), (F2, F3)
	FLDPQ.P 32(R6), (F4, F5)
	VFMLA   V0.S4, V2.S4, V4.S4
	VFMLA   V1.S4, V3.S4, V5.S4
	FMAXV(6, 4, 4)
	FMAXV(6, 5, 5)
	FMULV(7, 4, 4)
	FMULV(7, 5, 5)
	FCVTNUV(4, 4)
	FCVTNUV(5, 5)
	UQXTN32(4, 4)
	UQXTN232(5, 4)
	UQXTN16(4, 4)
	FMOVD.P F4, 8(R8)
	SUBS    $8, R7
	BGT     quantizeColumn
	SUBS    $1, R3
	BNE     quantizeRow
	RET
