// Instructions of NEON that Go's assembler does not know, on four 32-bit lanes.

// FMLAI adds Vn times the i-th number of Vm to Vd, in float32.
#define FMLAI(m, i, n, d) WORD $(0x4F801000 | ((i)&1)<<21 | ((i)>>1)<<11 | (m)<<16 | (n)<<5 | (d))

// SDOTI adds to each lane of Vd four products of signed bytes: those of the lane
// of Vn with the i-th four of Vm.
#define SDOTI(m, i, n, d) WORD $(0x4F80E000 | ((i)&1)<<21 | ((i)>>1)<<11 | (m)<<16 | (n)<<5 | (d))

// Vd = Vn op Vm, in float32. The maximum with NaN is NaN.
#define FADDV(m, n, d) WORD $(0x4E20D400 | (m)<<16 | (n)<<5 | (d))
#define FMULV(m, n, d) WORD $(0x6E20DC00 | (m)<<16 | (n)<<5 | (d))
#define FMAXV(m, n, d) WORD $(0x4E20F400 | (m)<<16 | (n)<<5 | (d))

// FMAXALL sets Fd to the maximum of the lanes of Vn.
#define FMAXALL(n, d) WORD $(0x6E30F800 | (n)<<5 | (d))

// SCVTFV converts signed integers to float32, FCVTNUV float32 to unsigned
// integers, to nearest even.
#define SCVTFV(n, d) WORD $(0x4E21D800 | (n)<<5 | (d))
#define FCVTNUV(n, d) WORD $(0x6E21A800 | (n)<<5 | (d))

// UQXTN32 narrows four unsigned integers to 16 bits, what is too large to the
// largest, in the lower half of Vd; UQXTN232 in the upper half. UQXTN16 narrows
// eight to bytes.
#define UQXTN32(n, d) WORD $(0x2E614800 | (n)<<5 | (d))
#define UQXTN232(n, d) WORD $(0x6E614800 | (n)<<5 | (d))
#define UQXTN16(n, d) WORD $(0x2E214800 | (n)<<5 | (d))
