# SPDX-License-Identifier: Apache-2.0
"""The build backend of pyproject.toml (PEP 517): a wheel by CMake, a source archive by git. Nothing is fetched.

It needs a C compiler, CMake, and a Python that has cffi and the headers (Debian: python3-dev, python3-cffi); that need not be the one that
pip runs in, as the module has the limited ABI."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAG = "cp39-abi3-" + re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
WHEN = (2026, 1, 1, 0, 0, 0)  # the same tree gives the same bytes


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel


def _version():
    return re.search(r"project\(tsubu VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def _setting(name):
    """A text or a list of texts in [project]; Python has a reader for this only since 3.11."""
    line = re.search(rf"^{name} = (.*)$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    return re.findall(r'"([^"]*)"', line)


def _metadata():
    lines = ["Metadata-Version: 2.1", "Name: tsubu", f"Version: {_version()}", f"Summary: {_setting('description')[0]}", "License: Apache-2.0",
             f"Requires-Python: {_setting('requires-python')[0]}", *(f"Requires-Dist: {d}" for d in _setting("dependencies")),
             "Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text(encoding="utf-8")]
    return "\n".join(lines)


def _environment():
    """pip hides the packages of the system from what it starts; cffi is one of them."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONNOUSERSITE", "PYTHONHOME", "VIRTUAL_ENV")}


def _python():
    """A Python with cffi and the headers."""
    probe = "import cffi, os, sysconfig; assert os.path.exists(os.path.join(sysconfig.get_paths()['include'], 'Python.h'))"
    for one in (sys.executable, "/usr/bin/python3", shutil.which("python3")):
        if one and subprocess.run([one, "-c", probe], env=_environment(), capture_output=True, check=False).returncode == 0:
            return one
    raise SystemExit("tsubu: no Python with cffi and Python.h was found; install them (Debian: apt-get install python3-dev python3-cffi)")


def _build():
    """The package as CMake makes it; the folder stays for the next time."""
    out = pathlib.Path(os.environ.get("TSU_WHEEL_FOLDER", ROOT / "build" / "wheel"))
    if not shutil.which("cmake"):
        raise SystemExit("tsubu: CMake is needed (Debian: apt-get install cmake gcc)")
    run = lambda *words: subprocess.run(words, env=_environment(), check=True, stdout=sys.stderr)  # noqa: E731
    run("cmake", "-S", str(ROOT), "-B", str(out), f"-DCMAKE_BUILD_TYPE={os.environ.get('TSU_WHEEL_BUILD_TYPE', 'Release')}", "-DBUILD_TESTING=OFF", "-DTSU_PYTHON_WHOLE=ON",
        f"-DTSU_PYTHON={_python()}")
    run("cmake", "--build", str(out), "--target", "tsubu_python", "-j", os.environ.get("JOBS", str(os.cpu_count() or 2)))
    return out / "python" / "tsubu"


def _record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"tsubu-{_version()}.dist-info"
    package = _build()
    files = {f"tsubu/{p.relative_to(package).as_posix()}": p.read_bytes() for p in sorted(package.rglob("*"))
             if p.is_file() and "__pycache__" not in p.parts}
    module = package / "_tsubu.abi3.so"
    if shutil.which("strip"):
        thin = package.parent / "thin.so"
        subprocess.run(["strip", "-o", str(thin), str(module)], check=True)
        files[f"tsubu/{module.name}"] = thin.read_bytes()
        thin.unlink()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tsubu\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "\n".join([*(_record(n, d) for n, d in files.items()), f"{info}/RECORD,,", ""])
    files[f"{info}/RECORD"] = record.encode()
    name = f"tsubu-{_version()}-{TAG}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o755 if path.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    base = f"tsubu-{_version()}"
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False).stdout.decode().split("\0")
    if not any(listed):
        raise SystemExit("tsubu: a source archive is made of the files that git knows, and this is not a git tree")
    with tarfile.open(os.path.join(sdist_directory, base + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        note = pathlib.Path(sdist_directory) / "PKG-INFO"
        note.write_text(_metadata(), encoding="utf-8")
        archive.add(note, f"{base}/PKG-INFO")
        note.unlink()
        for path in filter(None, listed):
            if (ROOT / path).exists():
                archive.add(ROOT / path, f"{base}/{path}", recursive=False)
    return base + ".tar.gz"
