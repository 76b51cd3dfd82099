#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of the examples, which the gallery (`tsubu view`) and their pages show: each example is run in a copy of its folder until the
step of its picture, which `tsubu snapshot` then draws.

The films of the README are made in the same way.

usage: pictures.py PATH_OF_TSUBU [EXAMPLE[/DECK] | FILM ...]
"""
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
SIZE = "800x533"  # 3 : 2 fills the cards of the gallery

# example, arguments of tsubu, steps between frames (of which there is one at the end of each run, too), frame of the picture (None: the last),
# its file, arguments of tsubu snapshot
PICTURES = [
    ("01_hopper_discharge", "in.hopper -var hole 36", 1000, 7, "picture", "--title 'Hopper discharge'"),
    ("02_rotating_drum", "in.drum", 5000, 6, "picture", "--view right --title 'Rotating drum'"),
    ("03_chute_wear", "in.chute", 5000, 3, "picture", "--surface wear --title 'Chute with wear'"),
    ("04_conveyor", "in.conveyor", 8000, 2, "picture", "--title 'Conveyor belt'"),
    ("05_packing", "in.packing -var mu 0.5", 25000, 1, "picture", "--color coordination --title 'Packing, friction 0.5'"),
    ("06_angle_of_repose", "in.pile -var rolling epsd3", 5000, None, "picture", "--view front --color force --range 0:2e-5 --title 'Angle of repose, epsd3'"),
    ("07_uniaxial_compression", "in.compression", 5000, 4, "picture", "--color force --title 'Pressing a cohesive powder'"),
    ("08_shear_cell", "in.shear -var speed 0.2", 5000, 4, "picture", "--title 'Shear cell'"),
    ("09_silo_filling", "in.silo", 10000, 1, "picture", "--color pressure --title 'Silo after filling'"),
    ("10_vibrated_bed", "in.vibrated -var gamma 2.5", 4000, 3, "picture", "--title 'Vibrated bed, gamma 2.5'"),
    ("11_drum_round_robin", "in.drum -var soft 1000 -var dt 4e-5 -var coarse 2 -var depth 0.03 -var time 1.2", 5000, None, "picture",
     "--view front --color type --title 'Round robin: drum'"),
    ("12_penetration_round_robin", "in.penetration -var young 1e7 -var settle 2e-5 -var dt 1e-5 -var skip 0.018 -var time 0.009", 900, None, "picture",
     "--view front --color type --clip 'y>-0.004' --title 'Round robin: a ball in a bed, 27 ms'"),
    ("13_oblique_impacts", "in.oblique -var test 4", 1000, 1, "picture", "--view front --title 'Oblique impacts, 5 to 85 degrees'"),
    ("14_silo_round_robin", "in.silo -var soft 1000 -var dt 8e-5 -var share 0.2 -var rest 0.2 -var time 0.31", 1000, None, "picture",
     "--view front --color speed --clip 'y>0' --title 'Round robin: silo, small deck'"),
    ("44_dragged_sphere", "in.sphere", 20000, 1, "picture", "--title 'Dragged sphere'"),
    ("45_ageing_slope", "in.slope -var rest 0", 5000, None, "picture", "--color mu --title 'Ageing slope, as it slides'"),
    ("46_ratcheting", "in.ratchet -var cycles 2", 20000, None, "picture", "--view front --title 'Ratcheting block'"),
    ("demo", "in.demo -var out .", 12500, 4, "picture", "--view right --color type --title 'Rotating drum, three sizes'"),
    ("starters", "in.compression", 4000, 7, "compression", "--color force --title 'Compression'"),
    ("starters", "in.drum", 7500, None, "drum", "--view right --color type --title 'Drum'"),
    ("starters", "in.hopper", 2500, 6, "hopper", "--view front --clip 'y>0' --title 'Hopper'"),
    ("starters", "in.pile", 5000, None, "pile", "--title 'Pile'"),
    ("tutorial", "in.1_cube", 5000, None, "1_cube", "--title 'Tutorial, step 1'"),
    ("tutorial", "in.2_box", 5000, None, "2_box", "--color coordination --title 'Tutorial, step 2'"),
    ("tutorial", "in.4_hopper", 2500, 6, "4_hopper", "--view front --clip 'y>0' --title 'Tutorial, step 4'"),
]


# example, arguments of tsubu, steps between frames, name of the film in docs/images, arguments of tsubu snapshot
FILMS = [
    ("03_chute_wear", "in.chute", 200, "film_chute", "--surface wear --view 30,20 --frames 80 --size 480x320"),
    ("01_hopper_discharge", "in.hopper -var hole 36", 500, "film_hopper", "--view 30,15 --clip 'y>0' --frames 70 --size 480x320"),
    ("02_rotating_drum", "in.drum", 500, "film_drum", "--view right --frames 50 --size 480x320"),
]


def make_film(example, arguments, every, name, words):
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(ROOT / "examples", work, dirs_exist_ok=True)
        folder = pathlib.Path(work) / example
        subprocess.run([TSUBU, *shlex.split(arguments), "--record", "run.tsubu", "--record-every", str(every), "-log", "none"], cwd=folder,
                       stdout=subprocess.DEVNULL, check=True)
        subprocess.run([TSUBU, "snapshot", "run.tsubu", "--film", str(ROOT / "docs/images" / f"{name}.gif"), "--scale-bar",
                        *shlex.split(words)], cwd=folder, check=True)


def draw(record, file, words, frame):
    command = [TSUBU, "snapshot", str(record), "--png", str(file), "--size", SIZE, *shlex.split(words)]
    return subprocess.run(command + (["--frame", str(frame)] if frame else []), capture_output=True, text=True)


def make(example, arguments, every, frame, name, words):
    file = ROOT / "examples" / example / f"{name}.png"
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(ROOT / "examples", work, dirs_exist_ok=True)  # some share their meshes
        folder = pathlib.Path(work) / example
        record = folder / "run.tsubu"
        command = [TSUBU, *shlex.split(arguments), "--record", str(record), "--record-every", str(every), "-log", "none"]
        run = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        while run.poll() is None:
            time.sleep(1)
            if frame and draw(record, file, words, frame).returncode == 0:  # a run can be seen while it goes on
                run.kill()
                run.wait()
                return
        drawn = draw(record, file, words, frame)
        if run.returncode != 0 or drawn.returncode != 0:
            raise SystemExit(f"examples/{example}: {arguments}\n{drawn.stderr}")


def main():
    chosen = sys.argv[2:]
    for row in PICTURES:
        if not chosen or row[0] in chosen or f"{row[0]}/{row[4]}" in chosen:
            print(f"examples/{row[0]}/{row[4]}.png", flush=True)
            make(*row)
    for row in FILMS:
        if not chosen or row[3] in chosen:
            print(f"docs/images/{row[3]}.gif", flush=True)
            make_film(*row)


main()
