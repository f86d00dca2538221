#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"

// The 8-bit kernel in AMX; int8amx_amd64.go says what it computes. The assembler
// has no names for the instructions of AMX, so they are bytes here. Tiles 0 to 3
// are the sums of 16 rows in up to four panels, tile 4 is the input of one step, and
// tiles 5 to 7 are weights.
//
// A step is one tap, or an equal part of one where rows are longer than a row of a
// tile. Two walks over all steps go side by side, since a tile is loaded from
// memory and cannot gather: one copies the rows of a step into a ring of four
// slots, and one multiplies, three steps behind it.

#define LDTILECFG_R8  BYTE $0xC4; BYTE $0xC2; BYTE $0x78; BYTE $0x49; BYTE $0x00
#define TILERELEASE   BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0xC0
#define TILEZERO(n)   BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $(0xC0 + 8*n)

// LOADINPUT loads tile 4 from AX in rows of CX bytes, LOADn tile 5 + n%3 from BX + 64·n in rows of DX bytes.
#define LOADINPUT BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $0x24; BYTE $0x08
#define LOAD0     BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $0x2C; BYTE $0x13
#define LOAD1     BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $0x74; BYTE $0x13; BYTE $0x40
#define LOAD2     BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $0xBC; BYTE $0x13; LONG $0x80
#define LOAD3     BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $0xAC; BYTE $0x13; LONG $0xC0

// MULTIPLYn (TDPBUSD) adds the products of tile 4 and tile 5 + n%3 to tile n.
#define MULTIPLY0 BYTE $0xC4; BYTE $0xE2; BYTE $0x51; BYTE $0x5E; BYTE $0xC4
#define MULTIPLY1 BYTE $0xC4; BYTE $0xE2; BYTE $0x49; BYTE $0x5E; BYTE $0xCC
#define MULTIPLY2 BYTE $0xC4; BYTE $0xE2; BYTE $0x41; BYTE $0x5E; BYTE $0xD4
#define MULTIPLY3 BYTE $0xC4; BYTE $0xE2; BYTE $0x51; BYTE $0x5E; BYTE $0xDC

// STOREn writes tile n to R8 + 1024·n in rows of CX bytes.
#define STORE0 BYTE $0xC4; BYTE $0xC2; BYTE $0x7A; BYTE $0x4B; BYTE $0x04; BYTE $0x08
#define STORE1 BYTE $0xC4; BYTE $0xC2; BYTE $0x7A; BYTE $0x4B; BYTE $0x8C; BYTE $0x08; LONG $0x400
#define STORE2 BYTE $0xC4; BYTE $0xC2; BYTE $0x7A; BYTE $0x4B; BYTE $0x94; BYTE $0x08; LONG $0x800
#define STORE3 BYTE $0xC4; BYTE $0xC2; BYTE $0x7A; BYTE $0x4B; BYTE $0x9C; BYTE $0x08; LONG $0xC00

// NEXTSLOT goes to the next slot of the ring, which lies on a page of its own.
#define NEXTSLOT(R) \
	LEAQ 1024(R), R8; \
	ANDQ $0xfff, R8; \
	ANDQ $~0xfff, R; \
	ORQ  R8, R

// COPY copies the part of a row that the step multiplies to row j of the slot.
#define COPY(i, rows, j) \
	MOVLQSX     (4*i)(rows), R9; \
	IMULQ       R10, R9; \
	VMOVDQU8.Z  (R13)(R9*1), K1, Z0; \
	VMOVDQA64   Z0, (64*j)(R11)

// COPYSTEP copies the rows of a step.
#define COPYSTEP \
	LEAQ (SI)(R15*1), R8; \
	COPY(0, SI, 0); \
	COPY(1, SI, 1); \
	COPY(2, SI, 2); \
	COPY(3, SI, 3); \
	COPY(4, SI, 4); \
	COPY(5, SI, 5); \
	COPY(6, SI, 6); \
	COPY(7, SI, 7); \
	COPY(0, R8, 8); \
	COPY(1, R8, 9); \
	COPY(2, R8, 10); \
	COPY(3, R8, 11); \
	COPY(4, R8, 12); \
	COPY(5, R8, 13); \
	COPY(6, R8, 14); \
	COPY(7, R8, 15); \
	NEXTSLOT(R11)

// RESULT scales the sums of a row in panel n and writes them, or adds them to the output.
#define RESULT(n, scale) \
	VCVTDQ2PS (1024*n)(R8), Z0; \
	VMULPS    scale, Z0, Z0; \
	VADDPS    (64*n)(DX), Z0, K2, Z0; \
	VMOVUPS   Z0, (64*n)(DX)

// func layerAMX(l *amxLayer)
TEXT ·layerAMX(SB), 0, $12352-8
	NO_LOCAL_POINTERS
	MOVQ  l+0(FP), DI
	LEAQ  amxLayer_config(DI), R8
	LDTILECFG_R8
	MOVQ  amxLayer_mask(DI), R8
	KMOVQ R8, K1
	MOVQ  $0, R8
	CMPB  amxLayer_add(DI), $0
	JEQ   adds
	MOVQ  $0xffff, R8

adds:
	KMOVQ        R8, K2
	VBROADCASTSS amxLayer_unit(DI), Z31
	MOVQ         amxLayer_scale(DI), R8
	VMULPS       (R8), Z31, Z28
	CMPQ         amxLayer_panels(DI), $2
	JLT          scaled
	VMULPS       64(R8), Z31, Z29
	JEQ          scaled
	VMULPS       128(R8), Z31, Z30
	CMPQ         amxLayer_panels(DI), $3
	JEQ          scaled
	VMULPS       192(R8), Z31, Z31

scaled:
	// the ring, a whole page within the frame, and after it 4 kB for sums
	LEAQ ring-12352(SP), R11
	ADDQ $4095, R11
	ANDQ $~0xfff, R11
	MOVQ R11, AX

	// the walk that copies
	MOVQ amxLayer_rows(DI), SI
	MOVQ amxLayer_in(DI), R13
	MOVQ amxLayer_depth(DI), R10
	MOVQ amxLayer_taps(DI), R12
	MOVQ amxLayer_tiles(DI), R8
	MOVQ R8, uncopied-8(SP)
	MOVQ R8, unwritten-16(SP)
	XORL R15, R15
	CMPQ R8, $1
	JEQ  begin
	MOVQ R12, R15
	SHLQ $5, R15

begin:
	MOVQ amxLayer_out(DI), R8
	MOVQ R8, out-24(SP)
	MOVQ $-3, ahead-32(SP) // steps until the walk that multiplies begins
	MOVQ amxLayer_steps(DI), R14
	MOVQ amxLayer_weights(DI), BX
	MOVQ $64, CX
	TILEZERO(0)
	TILEZERO(1)
	TILEZERO(2)
	TILEZERO(3)

copy:
	COPYSTEP
	ADDQ amxLayer_chunk(DI), R13
	MOVQ amxLayer_in(DI), R8
	ADDQ R10, R8
	CMPQ R13, R8
	JLT  multiply
	SUBQ R10, R13
	ADDQ $32, SI
	DECQ R12
	JNE  multiply

	// the next 16 rows; after the last copy some again, which nothing reads
	MOVQ amxLayer_taps(DI), R12
	MOVQ R12, R8
	SHLQ $5, R8
	ADDQ R8, SI
	SUBQ $2, uncopied-8(SP)
	CMPQ uncopied-8(SP), $1
	JGT  multiply
	JEQ  single
	MOVQ amxLayer_rows(DI), SI

single:
	XORL R15, R15

multiply:
	CMPQ ahead-32(SP), $0
	JEQ  step
	INCQ ahead-32(SP)
	JNE  copy

step:
	MOVQ amxLayer_panels(DI), R8
	MOVQ R8, DX
	SHLQ $6, DX
	LOADINPUT
	LOAD0
	MULTIPLY0
	CMPQ R8, $2
	JLT  multiplied
	LOAD1
	MULTIPLY1
	JEQ  multiplied
	LOAD2
	MULTIPLY2
	CMPQ R8, $3
	JEQ  multiplied
	LOAD3
	MULTIPLY3

multiplied:
	NEXTSLOT(AX)
	ADDQ amxLayer_stride(DI), BX
	DECQ R14
	JNE  copy

	// all steps of 16 rows are done
	MOVQ AX, R8
	ANDQ $~0xfff, R8
	ADDQ $4096, R8
	STORE0
	STORE1
	STORE2
	STORE3
	TILEZERO(0)
	TILEZERO(1)
	TILEZERO(2)
	TILEZERO(3)
	MOVQ out-24(SP), DX
	MOVQ $16, R14
	CMPQ unwritten-16(SP), $1
	JNE  write
	MOVQ $8, R14

write:
	RESULT(0, Z28)
	CMPQ amxLayer_panels(DI), $2
	JLT  written
	RESULT(1, Z29)
	JEQ  written
	RESULT(2, Z30)
	CMPQ amxLayer_panels(DI), $3
	JEQ  written
	RESULT(3, Z31)

written:
	ADDQ $64, R8
	ADDQ amxLayer_width(DI), DX
	DECQ R14
	JNE  write
	MOVQ DX, out-24(SP)
	MOVQ amxLayer_steps(DI), R14
	MOVQ amxLayer_weights(DI), BX
	SUBQ $2, unwritten-16(SP)
	CMPQ unwritten-16(SP), $0
	JGT  copy
	TILERELEASE
	VZEROUPPER
	RET
