// The surface and the texture are bound to one array.
__global__ void writer(cudaSurfaceObject_t s) { surf1Dwrite(42, s, 0); }
__global__ void reader(cudaTextureObject_t t) { printf("%d\n", tex1Dfetch<int>(t, 0)); }

void host(cudaSurfaceObject_t s, cudaTextureObject_t t) {
  writer<<<1, 1, 0, stream1>>>(s);
  reader<<<1, 1, 0, stream1>>>(t);  // Row 2: stream2
}
