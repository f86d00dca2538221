#include "textflag.h"

// The 8-bit kernels in AVX-512 with VNNI; int8.go says what they compute. Z0 to
// Z23 are the sums, row by row of eight. Z24 to Z26 are weights, at the end the
// scales of columns; Z31 is four bytes of a row in every lane, at the end the
// unit.

// CLEAR sets eight sums to zero.
#define CLEAR(A, B, C, D, E, F, G, H) \
	VPXORD A, A, A; \
	VPXORD B, B, B; \
	VPXORD C, C, C; \
	VPXORD D, D, D; \
	VPXORD E, E, E; \
	VPXORD F, F, F; \
	VPXORD G, G, G; \
	VPXORD H, H, H

// NROW computes the address of input row i of the tap.
#define NROW(i, R) \
	MOVLQSX (4*i)(SI), R; \
	IMULQ   CX, R; \
	ADDQ    DX, R

// NROWS does so for all eight rows.
#define NROWS() \
	NROW(0, R8); \
	NROW(1, R9); \
	NROW(2, R10); \
	NROW(3, R11); \
	NROW(4, R12); \
	NROW(5, R13); \
	NROW(6, R14); \
	NROW(7, R15); \
	ADDQ $32, SI; \
	XORL AX, AX

// ONE, TWO and THREE multiply four bytes of a row, the k-th group, with one, two
// or three panels of weights and add the products to the sums.
#define ONE(k, R, A) \
	VPBROADCASTD (4*k)(R)(AX*1), Z31; \
	VPDPBUSD     Z24, Z31, A

#define TWO(k, R, A, B) \
	VPBROADCASTD (4*k)(R)(AX*1), Z31; \
	VPDPBUSD     Z24, Z31, A; \
	VPDPBUSD     Z25, Z31, B

#define THREE(k, R, A, B, C) \
	VPBROADCASTD (4*k)(R)(AX*1), Z31; \
	VPDPBUSD     Z24, Z31, A; \
	VPDPBUSD     Z25, Z31, B; \
	VPDPBUSD     Z26, Z31, C

// STEP1, STEP2 and STEP3 process four inputs of all eight rows.
#define STEP1(k) \
	VMOVDQU32 (64*k+0)(BX), Z24; \
	ONE(k, R8, Z0); \
	ONE(k, R9, Z1); \
	ONE(k, R10, Z2); \
	ONE(k, R11, Z3); \
	ONE(k, R12, Z4); \
	ONE(k, R13, Z5); \
	ONE(k, R14, Z6); \
	ONE(k, R15, Z7)

#define STEP2(k) \
	VMOVDQU32 (128*k+0)(BX), Z24; \
	VMOVDQU32 (128*k+64)(BX), Z25; \
	TWO(k, R8, Z0, Z1); \
	TWO(k, R9, Z2, Z3); \
	TWO(k, R10, Z4, Z5); \
	TWO(k, R11, Z6, Z7); \
	TWO(k, R12, Z8, Z9); \
	TWO(k, R13, Z10, Z11); \
	TWO(k, R14, Z12, Z13); \
	TWO(k, R15, Z14, Z15)

#define STEP3(k) \
	VMOVDQU32 (192*k+0)(BX), Z24; \
	VMOVDQU32 (192*k+64)(BX), Z25; \
	VMOVDQU32 (192*k+128)(BX), Z26; \
	THREE(k, R8, Z0, Z1, Z2); \
	THREE(k, R9, Z3, Z4, Z5); \
	THREE(k, R10, Z6, Z7, Z8); \
	THREE(k, R11, Z9, Z10, Z11); \
	THREE(k, R12, Z12, Z13, Z14); \
	THREE(k, R13, Z15, Z16, Z17); \
	THREE(k, R14, Z18, Z19, Z20); \
	THREE(k, R15, Z21, Z22, Z23)

// STORE scales a sum and writes it; ADDTO adds it to the output.
#define STORE(A, S, at) \
	VCVTDQ2PS A, A; \
	VMULPS    S, A, A; \
	VMOVUPS   A, (at)(DI)

#define ADDTO(A, S, at) \
	VCVTDQ2PS A, A; \
	VMULPS    S, A, A; \
	VADDPS    (at)(DI), A, A; \
	VMOVUPS   A, (at)(DI)

// SAYn and MOREn do so with a row, and go to the next.
#define STORE1(A) \
	STORE(A, Z24, 0); \
	ADDQ AX, DI

#define ADDTO1(A) \
	ADDTO(A, Z24, 0); \
	ADDQ AX, DI

#define STORE2(A, B) \
	STORE(A, Z24, 0); \
	STORE(B, Z25, 64); \
	ADDQ AX, DI

#define ADDTO2(A, B) \
	ADDTO(A, Z24, 0); \
	ADDTO(B, Z25, 64); \
	ADDQ AX, DI

#define STORE3(A, B, C) \
	STORE(A, Z24, 0); \
	STORE(B, Z25, 64); \
	STORE(C, Z26, 128); \
	ADDQ AX, DI

#define ADDTO3(A, B, C) \
	ADDTO(A, Z24, 0); \
	ADDTO(B, Z25, 64); \
	ADDTO(C, Z26, 128); \
	ADDQ AX, DI

// func tile1VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tile1VNNI(SB), NOSPLIT, $0-80
	CLEAR(Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	MOVQ in+16(FP), DX
	MOVQ depth+24(FP), CX
	MOVQ rows+32(FP), SI
	MOVQ taps+40(FP), DI
	MOVQ weights+48(FP), BX

tap1:
	NROWS()

deep1:
	STEP1(0)
	STEP1(1)
	ADDQ $8, AX
	ADDQ $128, BX
	CMPQ AX, CX
	JLT  deep1
	DECQ DI
	JNE  tap1

	MOVQ         out+0(FP), DI
	MOVQ         width+8(FP), AX
	SHLQ         $2, AX
	MOVQ         scale+56(FP), SI
	VBROADCASTSS unit+64(FP), Z31
	VMULPS       (SI), Z31, Z24
	CMPB         add+68(FP), $0
	JNE          add1
	STORE1(Z0)
	STORE1(Z1)
	STORE1(Z2)
	STORE1(Z3)
	STORE1(Z4)
	STORE1(Z5)
	STORE1(Z6)
	STORE1(Z7)
	VZEROUPPER
	RET

add1:
	ADDTO1(Z0)
	ADDTO1(Z1)
	ADDTO1(Z2)
	ADDTO1(Z3)
	ADDTO1(Z4)
	ADDTO1(Z5)
	ADDTO1(Z6)
	ADDTO1(Z7)
	VZEROUPPER
	RET

// func tile2VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tile2VNNI(SB), NOSPLIT, $0-80
	CLEAR(Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	CLEAR(Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15)
	MOVQ in+16(FP), DX
	MOVQ depth+24(FP), CX
	MOVQ rows+32(FP), SI
	MOVQ taps+40(FP), DI
	MOVQ weights+48(FP), BX

tap2:
	NROWS()

deep2:
	STEP2(0)
	STEP2(1)
	ADDQ $8, AX
	ADDQ $256, BX
	CMPQ AX, CX
	JLT  deep2
	DECQ DI
	JNE  tap2

	MOVQ         out+0(FP), DI
	MOVQ         width+8(FP), AX
	SHLQ         $2, AX
	MOVQ         scale+56(FP), SI
	VBROADCASTSS unit+64(FP), Z31
	VMULPS       (SI), Z31, Z24
	VMULPS       64(SI), Z31, Z25
	CMPB         add+68(FP), $0
	JNE          add2
	STORE2(Z0, Z1)
	STORE2(Z2, Z3)
	STORE2(Z4, Z5)
	STORE2(Z6, Z7)
	STORE2(Z8, Z9)
	STORE2(Z10, Z11)
	STORE2(Z12, Z13)
	STORE2(Z14, Z15)
	VZEROUPPER
	RET

add2:
	ADDTO2(Z0, Z1)
	ADDTO2(Z2, Z3)
	ADDTO2(Z4, Z5)
	ADDTO2(Z6, Z7)
	ADDTO2(Z8, Z9)
	ADDTO2(Z10, Z11)
	ADDTO2(Z12, Z13)
	ADDTO2(Z14, Z15)
	VZEROUPPER
	RET

// func tile3VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tile3VNNI(SB), NOSPLIT, $0-80
	CLEAR(Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	CLEAR(Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15)
	CLEAR(Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23)
	MOVQ in+16(FP), DX
	MOVQ depth+24(FP), CX
	MOVQ rows+32(FP), SI
	MOVQ taps+40(FP), DI
	MOVQ weights+48(FP), BX

tap3:
	NROWS()

deep3:
	STEP3(0)
	STEP3(1)
	ADDQ $8, AX
	ADDQ $384, BX
	CMPQ AX, CX
	JLT  deep3
	DECQ DI
	JNE  tap3

	MOVQ         out+0(FP), DI
	MOVQ         width+8(FP), AX
	SHLQ         $2, AX
	MOVQ         scale+56(FP), SI
	VBROADCASTSS unit+64(FP), Z31
	VMULPS       (SI), Z31, Z24
	VMULPS       64(SI), Z31, Z25
	VMULPS       128(SI), Z31, Z26
	CMPB         add+68(FP), $0
	JNE          add3
	STORE3(Z0, Z1, Z2)
	STORE3(Z3, Z4, Z5)
	STORE3(Z6, Z7, Z8)
	STORE3(Z9, Z10, Z11)
	STORE3(Z12, Z13, Z14)
	STORE3(Z15, Z16, Z17)
	STORE3(Z18, Z19, Z20)
	STORE3(Z21, Z22, Z23)
	VZEROUPPER
	RET

add3:
	ADDTO3(Z0, Z1, Z2)
	ADDTO3(Z3, Z4, Z5)
	ADDTO3(Z6, Z7, Z8)
	ADDTO3(Z9, Z10, Z11)
	ADDTO3(Z12, Z13, Z14)
	ADDTO3(Z15, Z16, Z17)
	ADDTO3(Z18, Z19, Z20)
	ADDTO3(Z21, Z22, Z23)
	VZEROUPPER
	RET

// func maxActivationVNNI(in, scale, shift *float32, rows, width int) float32
TEXT ·maxActivationVNNI(SB), NOSPLIT, $0-44
	MOVQ   in+0(FP), SI
	MOVQ   scale+8(FP), R8
	MOVQ   shift+16(FP), R9
	MOVQ   rows+24(FP), CX
	MOVQ   width+32(FP), R10
	VPXORD Z3, Z3, Z3

maxRow:
	XORL AX, AX

maxColumn:
	VMOVUPS     (SI)(AX*4), Z0
	VMOVUPS     (R8)(AX*4), Z1
	VFMADD213PS (R9)(AX*4), Z1, Z0
	VMAXPS      Z0, Z3, Z3
	ADDQ        $16, AX
	CMPQ        AX, R10
	JLT         maxColumn
	LEAQ        (SI)(R10*4), SI
	DECQ        CX
	JNE         maxRow
	VEXTRACTF64X4 $1, Z3, Y0
	VMAXPS        Y0, Y3, Y3
	VEXTRACTF128  $1, Y3, X0
	VMAXPS        X0, X3, X3
	VPERMILPS     $0x4e, X3, X0
	VMAXPS        X0, X3, X3
	VPERMILPS     $0xb1, X3, X0
	VMAXPS        X0, X3, X3
	VMOVSS        X3, ret+40(FP)
	VZEROUPPER
	RET

// func quantizeVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
TEXT ·quantizeVNNI(SB), NOSPLIT, $0-52
	MOVQ         out+0(FP), DI
	MOVQ         in+8(FP), SI
	MOVQ         scale+16(FP), R8
	MOVQ         shift+24(FP), R9
	MOVQ         rows+32(FP), CX
	MOVQ         width+40(FP), R10
	VBROADCASTSS factor+48(FP), Z4
	VPXORD       Z3, Z3, Z3

quantizeRow:
	XORL AX, AX

quantizeColumn:
	VMOVUPS     (SI)(AX*4), Z0
	VMOVUPS     (R8)(AX*4), Z1
	VFMADD213PS (R9)(AX*4), Z1, Z0
	VMAXPS      Z0, Z3, Z0
	VMULPS      Z4, Z0, Z0
	VCVTPS2DQ   Z0, Z0
	VPMOVUSDB   Z0, (DI)(AX*1)
	ADDQ        $16, AX
	CMPQ        AX, R10
	JLT         quantizeColumn
	LEAQ        (SI)(R10*4), SI
	ADDQ        R10, DI
	DECQ        CX
	JNE         quantizeRow
	VZEROUPPER
	RET
