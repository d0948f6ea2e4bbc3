"""Exchanges pairs of names, for tests of races.

Each line of input is answered with how often the names of the line before were exchanged. A line with two names and a
tab between them starts with these, any other line stops. Exchanges come in bursts, and with pauses that let a whole
check, a whole use, or the moment between them fall between two of them."""
import ctypes
import os
import select
import sys
import time

RENAME_EXCHANGE = 2
AT_FDCWD = -100
BURST = 24
PAUSES = (0.00001, 0.00005, 0.0001, 0.0002) * 4

renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
names = []
swaps = 0


def swap():
    global swaps
    if renameat2(AT_FDCWD, names[0], AT_FDCWD, names[1], RENAME_EXCHANGE) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
    swaps += 1


while True:
    if not names or select.select([sys.stdin], [], [], 0)[0]:
        line = sys.stdin.readline()
        if line == "":
            break
        os.write(1, b"%d\n" % swaps)
        names = [os.fsencode(name) for name in line.rstrip("\n").split("\t") if name]
        swaps = 0
        continue
    for _ in range(BURST):
        swap()
    for pause in PAUSES:
        time.sleep(pause)
        swap()
