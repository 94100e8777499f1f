"""Forks and threads: children and parent go on with the same bits."""

import multiprocessing
import subprocess
import sys
import threading

import pytest

import shoal

N = 10000


def batch(threads: int = 0) -> shoal.Batch:
    scene = shoal.Scene()
    scene.add_volume(waves=[shoal.Wave((1, 0), 8, 0.2)])
    scene.add_body(shapes=[shoal.Shape.sphere(0.5)], density=500)
    return shoal.Batch(scene, n_env=N, threads=threads)


def in_child(b: shoal.Batch, answer) -> None:
    try:
        b.step()
        answer.put(b.hash())
    except shoal.ShoalError as e:
        answer.put(f"error: {e}")


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_fork_after_threads():
    b, twin = batch(), batch()
    b.step()
    twin.step(2)
    fork = multiprocessing.get_context("fork")
    answers = fork.SimpleQueue()
    children = [fork.Process(target=in_child, args=(b, answers)) for _ in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join(timeout=60)
        assert child.exitcode == 0, "a child hung or died"
    assert {answers.get() for _ in children} == {twin.hash()}
    b.step()
    assert b.hash() == twin.hash()


def test_two_threads_two_batches():
    batches, alone = [batch(2), batch(2)], batch(1)
    threads = [threading.Thread(target=b.step, args=(5,)) for b in batches]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    alone.step(5)
    assert {b.hash() for b in batches} == {alone.hash()}


def test_any_number_of_threads_and_any_instruction_set():
    digests = set()
    for isa in shoal.isas():
        for count in (1, 2, 3):
            scene = shoal.Scene()
            scene.add_volume(sea=shoal.Sea(0.5, 4, components=8))
            scene.add_body(shapes=[shoal.Shape.box((1, 1, 1))], density=500)
            b = shoal.Batch(scene, n_env=33, threads=count, isa=isa)
            b.step(10)
            assert b.isa == isa
            digests.add(b.hash())
    assert len(digests) == 1


def test_importing_starts_no_thread():
    code = (
        "import os, numpy; a = os.listdir('/proc/self/task'); import shoal; print(a == os.listdir('/proc/self/task'))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "True", run.stderr
