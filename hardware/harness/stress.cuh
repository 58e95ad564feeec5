// Chooses at random how the instances of a launch are placed and disturbed.
#pragma once
#include "run.cuh"

// The placement of the instances of a launch, and what disturbs them.
struct Stress {
  unsigned stride, delay, noise, extra, touch, rotate, lanes;
  bool by_location, apart, mixed, is_late, shuffled;
};

static unsigned long long random_state;
static unsigned random(unsigned below) {
  random_state += 0x9e3779b97f4a7c15ull;
  unsigned long long z = random_state;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return (unsigned)((z ^ z >> 31) >> 33) % below;
}

static std::vector<Stress> settings(int count) {
  const unsigned strides[] = {4, 8, 16, 32, 64, 128, 256, 512, 1024, 4, 128, 256};
  const unsigned delays[] = {0, 0, 64, 256, 1024, 4096};
  const unsigned noises[] = {0, 0, 64, 512};
  const unsigned touched[] = {0, 0, 128, 256, 256};
  std::vector<Stress> all;
  for (int i = 0; i < count; ++i)
    all.push_back({strides[i == 0 ? 0 : random(12)], delays[i == 0 ? 0 : random(6)], noises[i == 0 ? 0 : random(4)], random(3) * 16,
                   touched[i == 0 ? 0 : random(5)], random(8), random(16) * 2 + 1, random(2) == 0, random(2) == 0, random(4) == 0,
                   random(2) == 0, random(2) == 0});
  return all;
}
