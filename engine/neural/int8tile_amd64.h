// The tile of the kernels in AVX2 and in AVX-VNNI, after CONSTANTS, WEIGHTS and
// EIGHT are defined as each multiplies. Eight rows are computed in two halves of four.

	MOVQ     out+0(FP), R13
	MOVQ     in+16(FP), DX
	MOVQ     depth+24(FP), CX
	XORL     R12, R12
	CONSTANTS

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
	WEIGHTS
	EIGHT(R8, Y0, Y1, 0)
	EIGHT(R9, Y2, Y3, 1)
	EIGHT(R10, Y4, Y5, 2)
	EIGHT(R11, Y6, Y7, 3)
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
