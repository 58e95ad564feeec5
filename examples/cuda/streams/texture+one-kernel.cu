// The surface and the texture are bound to one array.
__global__ void both(cudaSurfaceObject_t s, cudaTextureObject_t t) {
  surf1Dwrite(42, s, 0);
  // Row 2: asm volatile("fence.proxy.surface; fence.proxy.texture;" ::: "memory"); row 3: exchanged.
  printf("%d\n", tex1Dfetch<int>(t, 0));
}

void host(cudaSurfaceObject_t s, cudaTextureObject_t t) { both<<<1, 1>>>(s, t); }
