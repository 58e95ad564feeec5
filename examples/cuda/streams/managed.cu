__managed__ int x, y;

__global__ void foo() {
  printf("%d\n", x);
  y = 1;
}

void host() {
  x = 1;  // Row 4: behind a cudaDeviceSynchronize()
  foo<<<1, 1, 0, stream1>>>();
  cudaStreamSynchronize(stream1);  // Row 2: by an event; row 3: the event is recorded, and not waited for
  printf("%d\n", y);
}
