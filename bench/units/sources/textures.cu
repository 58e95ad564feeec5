// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
extern "C" __global__ void textures(cudaTextureObject_t line, cudaTextureObject_t plane, cudaTextureObject_t cube,
                                    float *out) {
  float x = threadIdx.x / 32.0f;
  float4 all = tex2Dgather<float4>(plane, x, x, 1);
  out[threadIdx.x] = tex1Dfetch<float>(line, threadIdx.x) + tex2D<float4>(plane, x, x).y + all.z +
                     tex2DLod<float>(plane, x, x, 2.0f) + texCubemap<float>(cube, x, x, x) +
                     tex2DLayered<float>(plane, x, x, 3);
}

extern "C" __global__ void surfaces(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  uchar4 pixel;
  surf2Dread(&pixel, from, threadIdx.x * 4, threadIdx.y, cudaBoundaryModeClamp);
  pixel.w = 255;
  surf2Dwrite(pixel, to, threadIdx.x * 4, threadIdx.y, cudaBoundaryModeTrap);
  int3 at = make_int3(threadIdx.x, threadIdx.y, blockIdx.x);
  surf3Dwrite(surf3Dread<short>(from, at.x * 2, at.y, at.z), to, at.x * 2, at.y, at.z);
}
