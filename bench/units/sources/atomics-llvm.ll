; llc -mcpu=sm_80 -mattr=+ptx75 -O3
; What the NVPTX back end of LLVM, and so clang, writes.
target triple = "nvptx64-nvidia-cuda"

@ring = internal addrspace(3) global [64 x i32] undef, align 4
@primes = internal addrspace(4) constant [4 x i32] [i32 2, i32 3, i32 5, i32 7], align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)

define void @spin(i32 addrspace(1)* %lock, i32* %counter, i32 %rounds) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %critical ]
  br label %try
try:
  %pair = cmpxchg i32 addrspace(1)* %lock, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %critical, label %try
critical:
  call void @llvm.nvvm.membar.gl()
  %old = load i32, i32* %counter
  %new = add i32 %old, 1
  store i32 %new, i32* %counter
  call void @llvm.nvvm.membar.gl()
  store volatile i32 0, i32 addrspace(1)* %lock
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %rounds
  br i1 %more, label %round, label %exit
exit:
  ret void
}

define i32 @twice(i32 %x) noinline {
  %y = mul i32 %x, 2
  ret i32 %y
}

define void @mixed(i32 addrspace(1)* %out, { i32, i64 }* byval({ i32, i64 }) align 8 %given, i64 %k) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [64 x i32], [64 x i32] addrspace(3)* @ring, i32 0, i32 %tid
  %at = getelementptr [4 x i32], [4 x i32] addrspace(4)* @primes, i64 0, i64 %k
  %prime = load i32, i32 addrspace(4)* %at
  store i32 %prime, i32 addrspace(3)* %own
  call void @llvm.nvvm.barrier0()
  %first = getelementptr [64 x i32], [64 x i32] addrspace(3)* @ring, i32 0, i32 0
  %zero = load i32, i32 addrspace(3)* %first
  %field = getelementptr { i32, i64 }, { i32, i64 }* %given, i32 0, i32 0
  %a = load i32, i32* %field
  %b = call i32 @twice(i32 %zero)
  %c = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %b, i32 1, i32 31)
  %sum = add i32 %a, %c
  %before = atomicrmw add i32 addrspace(1)* %out, i32 %sum seq_cst
  switch i32 %before, label %else [
    i32 0, label %zeroth
    i32 1, label %second
    i32 2, label %third
    i32 3, label %fourth
  ]
zeroth:
  store i32 10, i32 addrspace(1)* %out
  ret void
second:
  store volatile i32 11, i32 addrspace(1)* %out
  ret void
third:
  %f = atomicrmw fadd float addrspace(1)* null, float 1.0 seq_cst
  ret void
fourth:
  %m = atomicrmw umax i32 addrspace(1)* %out, i32 7 seq_cst
  ret void
else:
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{void (i32 addrspace(1)*, i32*, i32)* @spin, !"kernel", i32 1}
!1 = !{void (i32 addrspace(1)*, { i32, i64 }*, i64)* @mixed, !"kernel", i32 1}
