#include "textflag.h"

// The float32 kernels in AVX2 with FMA; kernel.go says what they compute.

// STEP multiplies row k of the weights, 16 wide, with one number of each of the
// six rows and adds the products to the sums Y0 to Y11.
#define STEP(k) \
	VMOVUPS      (64*k)(BX), Y12;        \
	VMOVUPS      (64*k+32)(BX), Y13;     \
	VBROADCASTSS (4*k)(R8)(AX*4), Y14;   \
	VBROADCASTSS (4*k)(R9)(AX*4), Y15;   \
	VFMADD231PS  Y12, Y14, Y0;           \
	VFMADD231PS  Y13, Y14, Y1;           \
	VFMADD231PS  Y12, Y15, Y2;           \
	VFMADD231PS  Y13, Y15, Y3;           \
	VBROADCASTSS (4*k)(R10)(AX*4), Y14;  \
	VBROADCASTSS (4*k)(R11)(AX*4), Y15;  \
	VFMADD231PS  Y12, Y14, Y4;           \
	VFMADD231PS  Y13, Y14, Y5;           \
	VFMADD231PS  Y12, Y15, Y6;           \
	VFMADD231PS  Y13, Y15, Y7;           \
	VBROADCASTSS (4*k)(R12)(AX*4), Y14;  \
	VBROADCASTSS (4*k)(R13)(AX*4), Y15;  \
	VFMADD231PS  Y12, Y14, Y8;           \
	VFMADD231PS  Y13, Y14, Y9;           \
	VFMADD231PS  Y12, Y15, Y10;          \
	VFMADD231PS  Y13, Y15, Y11

// ROW computes the address of input row i of the tap.
#define ROW(i, R) \
	MOVLQSX (4*i)(SI), R; \
	IMULQ   CX, R;        \
	ADDQ    DX, R

// func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, add bool)
TEXT ·tileFMA(SB), NOSPLIT, $0-57
	MOVQ    out+0(FP), DI
	MOVQ    width+8(FP), AX
	SHLQ    $2, AX
	CMPB    add+56(FP), $0
	JEQ     zero
	LEAQ    (DI)(AX*2), R8
	LEAQ    (R8)(AX*2), R9
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS (DI)(AX*1), Y2
	VMOVUPS 32(DI)(AX*1), Y3
	VMOVUPS (R8), Y4
	VMOVUPS 32(R8), Y5
	VMOVUPS (R8)(AX*1), Y6
	VMOVUPS 32(R8)(AX*1), Y7
	VMOVUPS (R9), Y8
	VMOVUPS 32(R9), Y9
	VMOVUPS (R9)(AX*1), Y10
	VMOVUPS 32(R9)(AX*1), Y11
	JMP     begin

zero:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	VXORPS Y8, Y8, Y8
	VXORPS Y9, Y9, Y9
	VXORPS Y10, Y10, Y10
	VXORPS Y11, Y11, Y11

begin:
	MOVQ in+16(FP), DX
	MOVQ depth+24(FP), CX
	SHLQ $2, CX
	MOVQ rows+32(FP), SI
	MOVQ taps+40(FP), DI
	MOVQ weights+48(FP), BX

tap:
	ROW(0, R8)
	ROW(1, R9)
	ROW(2, R10)
	ROW(3, R11)
	ROW(4, R12)
	ROW(5, R13)
	ADDQ $24, SI
	XORL AX, AX

deep:
	STEP(0)
	STEP(1)
	STEP(2)
	STEP(3)
	ADDQ $4, AX
	ADDQ $256, BX
	CMPQ AX, depth+24(FP)
	JLT  deep
	DECQ DI
	JNE  tap

	MOVQ    out+0(FP), DI
	MOVQ    width+8(FP), AX
	SHLQ    $2, AX
	LEAQ    (DI)(AX*2), R8
	LEAQ    (R8)(AX*2), R9
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, (DI)(AX*1)
	VMOVUPS Y3, 32(DI)(AX*1)
	VMOVUPS Y4, (R8)
	VMOVUPS Y5, 32(R8)
	VMOVUPS Y6, (R8)(AX*1)
	VMOVUPS Y7, 32(R8)(AX*1)
	VMOVUPS Y8, (R9)
	VMOVUPS Y9, 32(R9)
	VMOVUPS Y10, (R9)(AX*1)
	VMOVUPS Y11, 32(R9)(AX*1)
	VZEROUPPER
	RET

// func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int)
TEXT ·rectifyFMA(SB), NOSPLIT, $0-56
	MOVQ   out+0(FP), DI
	MOVQ   in+8(FP), SI
	MOVQ   scale+16(FP), R8
	MOVQ   shift+24(FP), R9
	MOVQ   rows+32(FP), CX
	MOVQ   width+40(FP), R10
	MOVQ   stride+48(FP), R11
	SHLQ   $2, R11
	VXORPS Y3, Y3, Y3

rectifyRow:
	XORL AX, AX

rectifyColumn:
	VMOVUPS     (SI)(AX*4), Y0
	VMOVUPS     (R8)(AX*4), Y1
	VFMADD213PS (R9)(AX*4), Y1, Y0
	VMAXPS      Y0, Y3, Y0                // in this order NaN stays NaN
	VMOVUPS     Y0, (DI)(AX*4)
	ADDQ        $8, AX
	CMPQ        AX, R10
	JLT         rectifyColumn
	ADDQ        R11, SI
	ADDQ        R11, DI
	DECQ        CX
	JNE         rectifyRow
	VZEROUPPER
	RET

// func poolFMA(sum, maximum, in, shift *float32, rows *int32, count, stride int)
TEXT ·poolFMA(SB), NOSPLIT, $0-56
	MOVQ    in+16(FP), SI
	MOVQ    shift+24(FP), R9
	MOVQ    rows+32(FP), BX
	MOVQ    count+40(FP), CX
	MOVQ    stride+48(FP), R11
	SHLQ    $2, R11
	VMOVUPS (R9), Y0
	VXORPS  Y1, Y1, Y1
	VXORPS  Y2, Y2, Y2
	VXORPS  Y3, Y3, Y3

poolRow:
	MOVLQSX (BX), R8
	IMULQ   R11, R8
	VADDPS  (SI)(R8*1), Y0, Y4
	VMAXPS  Y4, Y3, Y4
	VADDPS  Y4, Y1, Y1
	VMAXPS  Y4, Y2, Y2
	ADDQ    $4, BX
	DECQ    CX
	JNE     poolRow
	MOVQ    sum+0(FP), DI
	VMOVUPS Y1, (DI)
	MOVQ    maximum+8(FP), DI
	VMOVUPS Y2, (DI)
	VZEROUPPER
	RET

// func addFMA(out, in *float32, width int)
TEXT ·addFMA(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ in+8(FP), SI
	MOVQ width+16(FP), CX
	XORL AX, AX

addColumn:
	VMOVUPS (DI)(AX*4), Y0
	VADDPS  (SI)(AX*4), Y0, Y0
	VMOVUPS Y0, (DI)(AX*4)
	ADDQ    $8, AX
	CMPQ    AX, CX
	JLT     addColumn
	VZEROUPPER
	RET
