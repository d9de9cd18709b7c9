// The fastest count-only sweep of Blocking-k Wythoff Nim on an N x N board that we know how to write: squares of an
// antidiagonal x + y = s do not see each other, so all of them are decided at once from byte counts per row, column and
// diagonal. Columns are stored backwards and diagonals by parity, so that all three are contiguous along an antidiagonal
// and the loop compiles to vector instructions. Nothing is stored but the counts. Prints the number of P-positions.
//
//   g++ -O3 -march=native antidiagonal.cpp -o antidiagonal && ./antidiagonal K N
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static uint64_t sweep(uint8_t* __restrict row, uint8_t* __restrict column, uint8_t* __restrict diagonal, int64_t length, uint8_t k) {
  uint64_t found = 0;
  for (int64_t done = 0; done < length;) {
    int64_t part = length - done < 8192 ? length - done : 8192;
    uint32_t here = 0;
    for (int64_t i = done; i < done + part; i++) {
      uint8_t p = (uint8_t)(row[i] + column[i] + diagonal[i]) < k;
      row[i] += p;
      column[i] += p;
      diagonal[i] += p;
      here += p;
    }
    found += here;
    done += part;
  }
  return found;
}

int main(int argc, char** argv) {
  const int k = argc > 1 ? atoi(argv[1]) : 4;
  const int64_t n = argc > 2 ? atoll(argv[2]) : 10000;
  auto begin = std::chrono::steady_clock::now();
  std::vector<uint8_t> row(n), column(n), even(2 * n), odd(2 * n);
  uint64_t found = 0;
  for (int64_t s = 0; s < 2 * n - 1; s++) {
    int64_t low = s < n ? 0 : s - n + 1, high = s < n ? s : n - 1;  // rows
    // y = low + i, x = s - y: stored at n - 1 - x. The diagonal y - x = 2y - s, stored at (2y - s + n) / 2 by parity.
    auto& diagonal = s % 2 ? odd : even;
    int64_t at = (2 * low - s + 2 * n) >> 1;
    found += sweep(&row[low], &column[n - 1 - (s - low)], &diagonal[at], high - low + 1, k);
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  printf("%llu %.6f\n", (unsigned long long)found, seconds);
}
