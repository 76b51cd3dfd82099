# SPDX-License-Identifier: Apache-2.0
# Short commands over CMake; `make help` lists them. Everything can also be had from CMake alone:
#   cmake --preset release && cmake --build --preset release
PRESET  ?= release
TARGET  ?= tsubu
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
SECONDS ?= 60
CASES   ?= hertz_1k hertz_10k hertz_100k hertz_1m hooke_100k edinburgh_100k poly_100k wide_100k flow mesh insert
THREADS ?= 1
REPEAT  ?= 3
STEPS   ?=
BENCH   = --folder build/bench --repeat $(REPEAT) $(if $(STEPS),--steps $(STEPS))
SCALING ?= hertz_100k edinburgh_100k wide_100k flow mesh
ACCOUNTS   ?= hertz_100k edinburgh_100k
DEMO    := out/demo
PREFIX  ?= /usr/local
MAKEFLAGS += --no-print-directory

.PHONY: help build demo test python notebook bench bench-scaling bench-sizes bench-accounts bench-peers install deb docs figures pictures asan tsan fuzz lint coverage nightly minimal mpi cuda format clean setup
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## build the program: build/tsubu
	@out=$$(cmake --preset $(PRESET) 2>&1) || { echo "$$out"; exit 1; }; echo "$$out" | grep '^-- tsubu' || true
	@cmake --build --preset $(PRESET) -j $(JOBS) --target $(TARGET)

demo: ## install what is missing, build, and run a rotating drum, to be seen in the browser
	@tools/setup.sh build
	@$(MAKE) build
	@mkdir -p $(dir $(DEMO))
	@echo
	@page=; if grep -q '^MICROHTTPD_LIBRARY:FILEPATH=/' build/CMakeCache.txt; then page=--view; [ ! -t 1 ] || page=--view-keep; fi; \
		build/tsubu demo --out $(DEMO) $$page

test: ## install what is missing, build, and run the whole test suite
	@tools/setup.sh test
	@$(MAKE) build TARGET=all
	@ctest --preset $(PRESET) -j $(JOBS)

install: ## install program, library, man page, completion, examples and manual under PREFIX (/usr/local), DESTDIR
	@$(MAKE) build TARGET=all
	@cmake --install build --prefix $(PREFIX) >/dev/null
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/tsubu"

python: ## install what is missing and build the Python package: build/python/tsubu
	@tools/setup.sh python
	@$(MAKE) build TARGET=tsubu_python

notebook: ## the same, and open the examples for Python in Jupyter
	@tools/setup.sh python
	@$(MAKE) build TARGET=tsubu_python
	@tools/notebook.sh build examples/python

deb: ## build Debian packages: build/tsubu_VERSION_ARCHITECTURE.deb and python3-tsubu_...
	@tools/setup.sh deb
	@$(MAKE) build TARGET=all
	@cd build && out=$$(cpack 2>&1) || { echo "$$out"; exit 1; }
	@[ ! -f build/CPackPython.cmake ] || { cd build && out=$$(cpack --config CPackPython.cmake 2>&1) || { echo "$$out"; exit 1; }; }
	@ls build/*.deb

docs: ## build the manual as a site with search: build/site/index.html
	@tools/setup.sh docs
	@$(MAKE) build TARGET=all
	@tools/site.sh build

figures: ## draw the figures of the manual anew, from runs of the program
	@$(MAKE) build
	@for script in docs/figures/*.py docs/theory/figures/*_laws.py docs/theory/figures/*_friction.py; do \
		python3 $$script build/tsubu || exit 1; done

pictures: ## draw the pictures of the examples anew, by running them (minutes)
	@$(MAKE) build
	@python3 tools/pictures.py build/tsubu

asan: ## the suite under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup.sh test
	@$(MAKE) build TARGET=all PRESET=asan
	@ctest --preset asan -j $(JOBS)

tsan: ## the suite under ThreadSanitizer
	@tools/setup.sh test
	@$(MAKE) build TARGET=all PRESET=tsan
	@ctest --preset tsan -j $(JOBS)

fuzz: ## feed the parsers random input for SECONDS (60) each
	@tools/setup.sh test
	@$(MAKE) build TARGET=all PRESET=fuzz
	@tools/fuzz.sh build-fuzz $(SECONDS)

lint: ## clang-tidy (.clang-tidy) and cppcheck over the tree
	@tools/setup.sh test
	@$(MAKE) build
	@tools/lint.sh

coverage: ## which lines the tests reach: build-coverage/coverage.txt; TESTS=REGEX for some of them
	@tools/setup.sh test
	@cmake -B build-coverage -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="--coverage -O1" >build-coverage.log 2>&1 || { cat build-coverage.log; exit 1; }; rm -f build-coverage.log
	@cmake --build build-coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	@ctest --test-dir build-coverage -j $(JOBS) $(if $(TESTS),-R '$(TESTS)') >build-coverage/tests.log || tail -n 12 build-coverage/tests.log
	@python3 tools/coverage.py build-coverage

nightly: asan fuzz lint ## what takes too long for every change: the suite under sanitizers, the fuzzers, lint

mpi: ## install Open MPI, build for several processes (build-mpi/tsubu), and run the tests with mpirun
	@tools/setup.sh mpi
	@$(MAKE) build PRESET=mpi
	@ctest --preset mpi -R '^program_ranks'

cuda: ## build with steps on a GPU (build-cuda/tsubu); needs nvcc
	@$(MAKE) build PRESET=cuda

minimal: ## build with nothing but a C compiler and CMake
	@$(MAKE) build PRESET=minimal

format: ## put all C files into the house's form
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

bench: ## measure speed beside LIGGGHTS and LAMMPS where installed; CASES="..." THREADS=N REPEAT=N STEPS=N
	@tools/setup.sh build
	@$(MAKE) build
	@build/tsubu bench $(CASES) $(BENCH) --threads $(THREADS) \
	    --csv bench/results/latest_$(THREADS).csv --plot build/bench_$(THREADS).html

bench-scaling: ## measure 1, 2, 4 ... threads up to all of the machine, with stages and what is serial; SCALING="hertz_100k ..." REPEAT=N STEPS=N
	@$(MAKE) build
	@build/tsubu bench $(SCALING) $(BENCH) --alone --scaling --csv bench/results/latest_scaling.csv

bench-sizes: ## measure the cost of a particle and step in beds of 1000 to 4,000,000; REPEAT=N STEPS=N
	@$(MAKE) build
	@build/tsubu bench --sizes $(BENCH) --alone --csv bench/results/latest_sizes.csv

bench-accounts: ## measure what the energy accounts cost, against a build without them; ACCOUNTS="hertz_100k ..." REPEAT=N
	@$(MAKE) build
	@cmake -S . -B build/without_accounts -DTSU_WITHOUT_ACCOUNTS=ON -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release >build/without_accounts.log
	@cmake --build build/without_accounts -j 2 --target tsubu >>build/without_accounts.log
	@python3 bench/accounts/run.py build/tsubu build/without_accounts/tsubu $(REPEAT) $(ACCOUNTS)

bench-peers: ## install Debian's LIGGGHTS and LAMMPS to compare with
	@apt-get install -y --no-install-recommends liggghts lammps

setup: ## install the Debian packages that building and testing need
	@tools/setup.sh test

clean: ## remove everything that was built or written by the demo
	@rm -rf build build-debug build-asan build-tsan build-fuzz build-minimal build-mpi build-cuda build-coverage out
