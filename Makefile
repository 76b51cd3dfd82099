# SPDX-License-Identifier: Apache-2.0
# Short commands over CMake; `make help` lists them. Everything can also be had from CMake alone:
#   cmake --preset release && cmake --build --preset release
PRESET  ?= release
TARGET  ?= tsubu
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
SECONDS ?= 60
DEMO    := out/demo
MAKEFLAGS += --no-print-directory

.PHONY: help build demo test asan tsan fuzz minimal format clean setup
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## build the program: build/tsubu
	@out=$$(cmake --preset $(PRESET) 2>&1) || { echo "$$out"; exit 1; }; echo "$$out" | grep '^-- tsubu' || true
	@cmake --build --preset $(PRESET) -j $(JOBS) --target $(TARGET)

demo: ## install what is missing, build, and run a rotating drum
	@tools/setup.sh build
	@$(MAKE) build
	@mkdir -p $(DEMO)
	@echo
	@build/tsubu -in examples/demo/in.demo -var out $(DEMO) -log $(DEMO)/log.tsubu
	@echo
	@echo "The deck is examples/demo/in.demo; its output lies in $(DEMO)/:"
	@ls $(DEMO) | sed -n '1,4p' | sed 's/^/  /'
	@ls $(DEMO) | wc -l | sed 's/^/  ... /; s/$$/ files/'

test: ## install what is missing, build, and run the whole test suite
	@tools/setup.sh test
	@$(MAKE) build TARGET=all
	@ctest --preset $(PRESET) -j $(JOBS)

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

minimal: ## build with nothing but a C compiler and CMake
	@$(MAKE) build PRESET=minimal

format: ## put all C files into the house's form
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

setup: ## install the Debian packages that building and testing need
	@tools/setup.sh test

clean: ## remove everything that was built or written by the demo
	@rm -rf build build-debug build-asan build-tsan build-fuzz build-minimal out
