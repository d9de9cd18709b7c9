// The engine in a worker: one request in, one reply out.
