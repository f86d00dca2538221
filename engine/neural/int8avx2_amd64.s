#include "textflag.h"

// The 8-bit kernel in AVX2; int8.go says what it computes. A tile of eight rows is
// computed in two halves of four. Y0 to Y7 are the sums, row by row; Y8 and Y9 are
// weights of the first four inputs, the other four are read from memory; Y12 is 1
// in every 16 bits; Y13 is four bytes of a row in every lane; Y10, Y14 and Y15 are
// products.

// EIGHT multiplies eight bytes of a row with the weights and adds the products to
// the sums A and B: four products in 16 bits, which the packing of the weights
// keeps from overflowing, then two of these sums in 32 bits.
#define EIGHT(R, A, B) \
	VPBROADCASTD (R)(AX*1), Y13; \
	VPMADDUBSW   Y8, Y13, Y14; \
	VPMADDUBSW   Y9, Y13, Y15; \
	VPBROADCASTD 4(R)(AX*1), Y13; \
	VPMADDUBSW   64(BX), Y13, Y10; \
	VPMADDUBSW   96(BX), Y13, Y13; \
	VPADDW       Y10, Y14, Y14; \
	VPADDW       Y13, Y15, Y15; \
	VPMADDWD     Y12, Y14, Y14; \
	VPMADDWD     Y12, Y15, Y15; \
	VPADDD       Y14, A, A; \
	VPADDD       Y15, B, B

// ROW4 computes the address of input row i of the tap.
#define ROW4(i, R) \
	MOVLQSX (4*i)(SI), R; \
	IMULQ   CX, R; \
	ADDQ    DX, R

// RESULT scales a row of sums.
#define RESULT(A, B) \
	VCVTDQ2PS A, A; \
	VCVTDQ2PS B, B; \
	VMULPS    Y8, A, A; \
	VMULPS    Y9, B, B

// PUT writes a row of sums, and PUTADD adds it to the output; both go to the next.
#define PUT(A, B) \
	RESULT(A, B); \
	VMOVUPS A, (R13); \
	VMOVUPS B, 32(R13); \
	ADDQ    AX, R13

#define PUTADD(A, B) \
	RESULT(A, B); \
	VADDPS  (R13), A, A; \
	VADDPS  32(R13), B, B; \
	VMOVUPS A, (R13); \
	VMOVUPS B, 32(R13); \
	ADDQ    AX, R13

// func tileAVX2(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tileAVX2(SB), NOSPLIT, $0-80
	MOVQ     out+0(FP), R13
	MOVQ     in+16(FP), DX
	MOVQ     depth+24(FP), CX
	XORL     R12, R12
	VPCMPEQW Y12, Y12, Y12
	VPABSW   Y12, Y12

half:
	MOVQ  rows+32(FP), SI
	ADDQ  R12, SI
	MOVQ  taps+40(FP), DI
	MOVQ  weights+48(FP), BX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7

tap:
	ROW4(0, R8)
	ROW4(1, R9)
	ROW4(2, R10)
	ROW4(3, R11)
	ADDQ $32, SI
	XORL AX, AX

deep:
	VMOVDQU (BX), Y8
	VMOVDQU 32(BX), Y9
	EIGHT(R8, Y0, Y1)
	EIGHT(R9, Y2, Y3)
	EIGHT(R10, Y4, Y5)
	EIGHT(R11, Y6, Y7)
	ADDQ $8, AX
	ADDQ $128, BX
	CMPQ AX, CX
	JLT  deep
	DECQ DI
	JNE  tap

	MOVQ         width+8(FP), AX
	SHLQ         $2, AX
	MOVQ         scale+56(FP), SI
	VBROADCASTSS unit+64(FP), Y13
	VMULPS       (SI), Y13, Y8
	VMULPS       32(SI), Y13, Y9
	CMPB         add+68(FP), $0
	JNE          plus
	PUT(Y0, Y1)
	PUT(Y2, Y3)
	PUT(Y4, Y5)
	PUT(Y6, Y7)
	JMP          next

plus:
	PUTADD(Y0, Y1)
	PUTADD(Y2, Y3)
	PUTADD(Y4, Y5)
	PUTADD(Y6, Y7)

next:
	ADDQ $16, R12
	CMPQ R12, $32
	JLT  half
	VZEROUPPER
	RET

// func maxActivationAVX2(in, scale, shift *float32, rows, width int) float32
TEXT ·maxActivationAVX2(SB), NOSPLIT, $0-44
	MOVQ   in+0(FP), SI
	MOVQ   scale+8(FP), R8
	MOVQ   shift+16(FP), R9
	MOVQ   rows+24(FP), CX
	MOVQ   width+32(FP), R10
	VPXOR  Y3, Y3, Y3
	VPXOR  Y7, Y7, Y7

maxRow:
	XORL AX, AX

maxColumn:
	VMOVUPS     (SI)(AX*4), Y0
	VMOVUPS     32(SI)(AX*4), Y4
	VMOVUPS     (R8)(AX*4), Y1
	VMOVUPS     32(R8)(AX*4), Y5
	VFMADD213PS (R9)(AX*4), Y1, Y0
	VFMADD213PS 32(R9)(AX*4), Y5, Y4
	VMAXPS      Y0, Y3, Y3
	VMAXPS      Y4, Y7, Y7
	ADDQ        $16, AX
	CMPQ        AX, R10
	JLT         maxColumn
	LEAQ        (SI)(R10*4), SI
	DECQ        CX
	JNE         maxRow
	VMAXPS       Y7, Y3, Y3
	VEXTRACTF128 $1, Y3, X0
	VMAXPS       X0, X3, X3
	VPERMILPS    $0x4e, X3, X0
	VMAXPS       X0, X3, X3
	VPERMILPS    $0xb1, X3, X0
	VMAXPS       X0, X3, X3
	VMOVSS       X3, ret+40(FP)
	VZEROUPPER
	RET

// func quantizeAVX2(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
TEXT ·quantizeAVX2(SB), NOSPLIT, $0-52
	MOVQ         out+0(FP), DI
	MOVQ         in+8(FP), SI
	MOVQ         scale+16(FP), R8
	MOVQ         shift+24(FP), R9
	MOVQ         rows+32(FP), CX
	MOVQ         width+40(FP), R10
	VBROADCASTSS factor+48(FP), Y4
	VPXOR        Y3, Y3, Y3

quantizeRow:
	XORL AX, AX

quantizeColumn:
	VMOVUPS      (SI)(AX*4), Y0
	VMOVUPS      32(SI)(AX*4), Y5
	VMOVUPS      (R8)(AX*4), Y1
	VMOVUPS      32(R8)(AX*4), Y6
	VFMADD213PS  (R9)(AX*4), Y1, Y0
	VFMADD213PS  32(R9)(AX*4), Y6, Y5
	VMAXPS       Y0, Y3, Y0
	VMAXPS       Y5, Y3, Y5
	VMULPS       Y4, Y0, Y0
	VMULPS       Y4, Y5, Y5
	VCVTPS2DQ    Y0, Y0
	VCVTPS2DQ    Y5, Y5
	VPACKUSDW    Y5, Y0, Y0            // columns 0-3, 8-11, 4-7, 12-15
	VPERMQ       $0xd8, Y0, Y0
	VEXTRACTI128 $1, Y0, X5
	VPACKUSWB    X5, X0, X0
	VMOVDQU      X0, (DI)(AX*1)
	ADDQ         $16, AX
	CMPQ         AX, R10
	JLT          quantizeColumn
	LEAQ         (SI)(R10*4), SI
	ADDQ         R10, DI
	DECQ         CX
	JNE          quantizeRow
	VZEROUPPER
	RET
