// The better plain loop for Grundy values of Wythoff Nim: one flag per value for each row, column and diagonal, so that a
// square only looks for its least free value. Prints a checksum.
//
//   g++ -O3 -march=native grundy_flags.cpp -o grundy_flags && ./grundy_flags N
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1024;
  auto begin = std::chrono::steady_clock::now();
  const size_t m = 3 * (size_t)n + 1;
  std::vector<uint16_t> g((size_t)n * n);
  std::vector<uint8_t> row(n * m), diagonal(2 * n * m), column(m);
  uint64_t sum = 0;
  for (int x = 0; x < n; x++) {
    column.assign(m, 0);
    for (int y = 0; y < n; y++) {
      uint8_t *r = &row[y * m], *d = &diagonal[(size_t)(y - x + n) * m], *c = &column[0];
      int value = 0;
      while (r[value] | d[value] | c[value]) value++;
      r[value] = d[value] = c[value] = 1;
      g[(size_t)x * n + y] = value;
      sum = sum * 31 + value;
    }
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  printf("%llu %.6f\n", (unsigned long long)sum, seconds);
}
