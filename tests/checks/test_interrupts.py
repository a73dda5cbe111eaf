"""A Ctrl-C that comes while a block must not be broken off is answered after it."""

import os
import signal
import threading

import pytest

from checks.system.interrupts import interrupts_wait


def test_a_ctrl_c_is_answered_after_the_block():
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_wait():  # noqa: PT012 - the block is what is tested
        os.kill(os.getpid(), signal.SIGINT)
        done.append("whole")
    assert done == ["whole"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_goes_wrong_in_the_block_is_told_first():
    with pytest.raises(ValueError, match="mine"), interrupts_wait():  # noqa: PT012
        os.kill(os.getpid(), signal.SIGINT)
        raise ValueError("mine")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_do_not_touch_signals():
    ran = []

    def work():
        with interrupts_wait():
            ran.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ran == [signal.default_int_handler]
