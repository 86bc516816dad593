"""What rbf costs in time: each module here with a function `rows(times)` adds its rows to `python -m benchmarks`."""
