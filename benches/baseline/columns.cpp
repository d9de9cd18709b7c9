// The plain fast loop for Blocking-k Wythoff Nim: column by column, one byte per row and per diagonal, swept 32 squares at
// a time with AVX2 from the main diagonal up until the column holds its k P-positions (those below the diagonal are the
// mirror images of row x, so their number is the row's count). Prints how many P-positions there are with x <= y, x < N.
//
//   g++ -O3 -march=native columns.cpp -o columns && ./columns K N
#include <immintrin.h>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  const int k = argc > 1 ? atoi(argv[1]) : 4;
  const int64_t n = argc > 2 ? atoll(argv[2]) : 100000;
  auto begin = std::chrono::steady_clock::now();
  // The outermost beam of every k tried stays below slope 3.
  const int64_t rows = 4 * n + 64 * k + 4096;
  std::vector<uint8_t> row(rows, 0), diagonal(rows, 0);
  uint64_t found = 0;
  for (int64_t x = 0; x < n; x++) {
    int room = k - row[x];  // how many more the column takes
    for (int64_t y = x; room > 0; y += 32) {
      // A square is P while row + diagonal + (k - room) < k, that is row + diagonal < room.
      __m256i r = _mm256_loadu_si256((const __m256i*)&row[y]);
      __m256i d = _mm256_loadu_si256((const __m256i*)&diagonal[y - x]);
      __m256i sum = _mm256_add_epi8(r, d);
      uint32_t mask = _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(room), sum));
      while (mask && room > 0) {
        int i = __builtin_ctz(mask);
        mask &= mask - 1;
        if (row[y + i] + diagonal[y + i - x] < room) {
          row[y + i]++;
          diagonal[y + i - x]++;
          room--;
          found++;
        }
      }
    }
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  printf("%llu %.6f\n", (unsigned long long)found, seconds);
}
