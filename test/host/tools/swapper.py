"""Exchanges two names as fast as it can until standard input ends, then prints how often."""
import ctypes
import os
import select
import sys

RENAME_EXCHANGE = 2
AT_FDCWD = -100

libc = ctypes.CDLL(None, use_errno=True)
first, second = (os.fsencode(path) for path in sys.argv[1:3])
swaps = 0


def swap():
    if libc.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))


swap()
swap()
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    for _ in range(64):
        swap()
    swaps += 64
print(swaps, flush=True)
