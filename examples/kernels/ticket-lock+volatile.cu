// The ticket lock with a volatile variable in place of an atomic one: volatile accesses are relaxed. They order nothing.
extern "C" __global__ void ticket(unsigned *next, volatile unsigned *serving, unsigned *counter) {
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  *counter += 1;
  *serving = mine + 1;
}
