// The plain loop for Grundy values of Wythoff Nim on an N x N board: for every square mark the values of its options,
// then look for the least that is not marked. Prints a checksum.
//
//   g++ -O3 -march=native grundy.cpp -o grundy && ./grundy N
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  auto begin = std::chrono::steady_clock::now();
  std::vector<uint16_t> g((size_t)n * n);
  std::vector<uint32_t> seen(3 * n + 1, 0);
  uint32_t stamp = 0;
  uint64_t sum = 0;
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++) {
      stamp++;
      for (int i = 0; i < x; i++) seen[g[(size_t)i * n + y]] = stamp;
      for (int j = 0; j < y; j++) seen[g[(size_t)x * n + j]] = stamp;
      for (int d = 1; d <= x && d <= y; d++) seen[g[(size_t)(x - d) * n + y - d]] = stamp;
      uint16_t value = 0;
      while (seen[value] == stamp) value++;
      g[(size_t)x * n + y] = value;
      sum = sum * 31 + value;
    }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  printf("%llu %.6f\n", (unsigned long long)sum, seconds);
}
