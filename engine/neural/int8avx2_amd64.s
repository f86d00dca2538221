#include "textflag.h"

// The 8-bit kernels in AVX2, without and with AVX-VNNI; int8.go says what they
// compute. Y0 to Y7 are the sums, row by row of four; Y13 is four bytes of a row in
// every lane.

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

// In AVX2 alone, Y8 and Y9 are weights of the first four inputs, and the other four
// are read from memory; Y12 is 1 in every 16 bits; Y10, Y14 and Y15 are products.
#define CONSTANTS \
	VPCMPEQW Y12, Y12, Y12; \
	VPABSW   Y12, Y12

#define WEIGHTS \
	VMOVDQU (BX), Y8; \
	VMOVDQU 32(BX), Y9

// EIGHT multiplies eight bytes of a row with the weights and adds the products to
// the sums A and B of row n: four products in 16 bits, which the packing of the
// weights keeps from overflowing, then two of these sums in 32 bits.
#define EIGHT(R, A, B, n) \
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

// func tileAVX2(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tileAVX2(SB), NOSPLIT, $0-80
#include "int8tile_amd64.h"

#undef CONSTANTS
#undef WEIGHTS
#undef EIGHT

// With AVX-VNNI, Y8 to Y11 are the weights of eight inputs. The assembler has
// VPDPBUSD for AVX-512 only, so here it is bytes: DOT adds the products of Y13 and Y8
// + w to the sum Yn.
#define DOT(n, w) BYTE $0xC4; BYTE $0xC2; BYTE $0x15; BYTE $0x50; BYTE $(0xC0 + 8*n + w)

#define CONSTANTS

#define WEIGHTS \
	VMOVDQU (BX), Y8; \
	VMOVDQU 32(BX), Y9; \
	VMOVDQU 64(BX), Y10; \
	VMOVDQU 96(BX), Y11

#define EIGHT(R, A, B, n) \
	VPBROADCASTD (R)(AX*1), Y13; \
	DOT((2*n), 0); \
	DOT((2*n+1), 1); \
	VPBROADCASTD 4(R)(AX*1), Y13; \
	DOT((2*n), 2); \
	DOT((2*n+1), 3)

// func tileAVXVNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32)
TEXT ·tileAVXVNNI(SB), NOSPLIT, $0-80
#include "int8tile_amd64.h"

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
