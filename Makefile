# `make run` and `make test` do everything on a fresh machine; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# The Swift of all recipes and of the scripts and tests that they run.
SWIFT ?= swift
export SWIFT
# DEBUG_INFO=none builds an eighth quicker; a crash is then reported without line numbers.
DEBUG_INFO ?=
INFO := $(if $(DEBUG_INFO),-debug-info-format $(DEBUG_INFO))

# A release carries the Swift runtime and Foundation in itself, so that it starts on machines and in
# environments without a toolchain. (A dynamic one names the folder of the toolchain it was built with.)
# TRAITS="Browser,PostgreSQL" adds libraries in PostgreSQL, which need libpq-dev.
#
# It starts a twelfth quicker because generic types are made by calls, and not by their names, for which all conformances are searched.
RELEASE := -c release --static-swift-stdlib --product proofsheet $(INFO) $(if $(TRAITS),--traits $(TRAITS)) \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
SWIFT_FILES := Package.swift Sources Tests

.PHONY: run build test test-build test-long test-optimized test-peers lint format bench bench-build bench-postgres figures million docs install uninstall deb clean bootstrap help

## run: build the release and browse the sample roll
run: build
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/proofsheet" browse --source sample

## build: build the release; TRAITS=Browser,PostgreSQL with libraries in PostgreSQL, which needs libpq-dev
build: bootstrap
	$(SWIFT) build $(RELEASE)

# The end-to-end tests run the release build, as users do; all other tests are built for debugging.
#
# STORES=all also runs the tests of the store in PostgreSQL, on a private server. They are built with its trait, in a folder of
# their own, so that the other build stays as it is, and the server does not wait for the disk: tests end processes and not
# the machine.
STORES ?=
ifeq ($(STORES),all)
TEST_BUILD := --scratch-path .build-postgres --traits Browser,PostgreSQL
SERVER := PRIVATE_POSTGRES_FSYNC=off Scripts/private-postgres run
else ifneq ($(STORES),)
$(error STORES=$(STORES) names no stores: write STORES=all, or leave it out)
endif
TEST_ENVIRONMENT = PROOFSHEET_PROGRAM="$$($(SWIFT) build $(RELEASE) --show-bin-path)/proofsheet"

## test: check layout and warnings, build and run all tests; STORES=all with those of the store in PostgreSQL
test: lint build test-build
	$(TEST_ENVIRONMENT) $(SERVER) Scripts/run-tests $(TEST_BUILD)

## test-long: the same with the long tests (many seeds, large libraries), of the optimized library, the benchmarks' build, the documentation, and the installed program
test-long: lint build test-build
	LONG_TESTS=1 $(TEST_ENVIRONMENT) $(SERVER) Scripts/run-tests $(TEST_BUILD)
	$(MAKE) --no-print-directory test-optimized
	$(SWIFT) build -c release --package-path Tests/Benchmarks
	$(MAKE) --no-print-directory docs
	Scripts/check-install

test-build: bootstrap
	$(if $(SERVER),Scripts/private-postgres headers)
	$(SWIFT) build $(TEST_BUILD) --build-tests $(INFO)

# Some faults show in optimized code only, such as those that the compiler makes. Tests see the internals of an optimized
# library only if it is built for that.
OPTIMIZED := -c release -Xswiftc -enable-testing --scratch-path .build-optimized

## test-optimized: run the tests of the library on its optimized build
test-optimized: bootstrap
	$(SWIFT) build $(OPTIMIZED) --build-tests $(INFO)
	TURN=framework Scripts/run-tests $(OPTIMIZED)

# The ready-made environment of the Python clients; it needs PyPI when it is made.
PEERS := .build/peers

## test-peers: let two other clients of Flickr, PyPI's flickrapi and gallery-dl, loose on the loopback Flickr
test-peers: bootstrap $(PEERS)/ready
	$(SWIFT) build --product fake-flickr
	$(PEERS)/bin/python -B Tests/Peers/check "$$($(SWIFT) build --show-bin-path)/fake-flickr"

$(PEERS)/ready: Tests/Peers/requirements.txt
	python3 -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --requirement $<
	touch $@

## lint: swift format, strict
lint: bootstrap
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)

## format: lay the sources out as lint wants them
format: bootstrap
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FILES)

# The library of the measurements that need a million photos; about a gigabyte, and a minute and a half.
LIBRARY ?= .build/million
BENCHMARKS = $(SWIFT) run -c release --package-path Tests/Benchmarks benchmarks

## bench: measure, print tables and write .build/bench.json; BENCH="page import library" chooses, LIBRARY as for million
bench: build
	$(BENCHMARKS) --json "$(CURDIR)/.build/bench.json" --million "$(abspath $(LIBRARY))" \
	  --program "$$($(SWIFT) build $(RELEASE) --show-bin-path)/proofsheet" $(BENCH)

## bench-build: measure a clean release build of the last commit, and add it to .build/bench.json
bench-build:
	$(MAKE) --no-print-directory bench BENCH=build

# In a build of its own, as the tests are; PHOTOS is the size of the library.
## bench-postgres: measure the store in PostgreSQL beside libpq on a private server; PHOTOS=1000000 chooses another size
bench-postgres: bootstrap
	Scripts/private-postgres headers
	Scripts/private-postgres run $(SWIFT) run -c release --package-path Tests/Benchmarks --traits PostgreSQL \
	  --scratch-path Tests/Benchmarks/.build-postgres benchmarks --json "$(CURDIR)/.build/bench.json" \
	  --million "$(abspath $(LIBRARY))" --program none $(if $(PHOTOS),--photos $(PHOTOS)) postgres

## figures: write the figures of .build/bench.json into the documentation
figures: bootstrap
	$(BENCHMARKS) figures --json "$(CURDIR)/.build/bench.json" --page Sources/proofsheet/Proofsheet.docc/Performance.md

## million: make a library of a million photos in LIBRARY (default .build/million), unless it is there
million: bootstrap
	$(BENCHMARKS) make "$(abspath $(LIBRARY))"

## docs: write the documentation of library and program for a web browser into .build/docs, and stop at any warning
docs: bootstrap
	Scripts/make-docs

# The places of manual page and completions, as man, bash, zsh and fish look for them.
MANUAL = share/man/man1/proofsheet.1
COMPLETIONS = bash:share/bash-completion/completions/proofsheet zsh:share/zsh/vendor-completions/_proofsheet \
  fish:share/fish/vendor_completions.d/proofsheet.fish
# Off until “systemctl --user enable --now proofsheet-refresh.timer”.
UNITS = proofsheet-refresh.service proofsheet-refresh.timer

# The folders of data, in share/proofsheet. With PREFIX=~/.local, the user's library lies in the same folder (XDG_DATA_HOME):
# nothing else of it is touched, and it is made as private as the program makes it.
DATA = sample world
DATA_MODE = $(if $(filter $(HOME)/%,$(PREFIX)),700,755)

# Files that are written here can be read by everybody, whatever the mask of the user.
## install: put program, data, manual page and completions below PREFIX (default /usr/local; DESTDIR is honored)
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	[ -d "$(DESTDIR)$(PREFIX)/share/proofsheet" ] || install -d -m "$(DATA_MODE)" "$(DESTDIR)$(PREFIX)/share/proofsheet"
	install -m 755 -s "$$($(SWIFT) build $(RELEASE) --show-bin-path)/proofsheet" "$(DESTDIR)$(PREFIX)/bin/proofsheet"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	umask 022; "$(DESTDIR)$(PREFIX)/bin/proofsheet" manual > "$(DESTDIR)$(PREFIX)/$(MANUAL)"
	set -e; umask 022; for place in $(COMPLETIONS); do \
	  file="$(DESTDIR)$(PREFIX)/$${place#*:}"; install -d "$$(dirname "$$file")"; \
	  "$(DESTDIR)$(PREFIX)/bin/proofsheet" --generate-completion-script "$${place%%:*}" > "$$file"; sed -i '1{/^#!/d;}' "$$file"; done
	set -e; cd assets; for folder in $(DATA); do place="$(DESTDIR)$(PREFIX)/share/proofsheet/$$folder"; \
	  rm -rf "$$place"; cp -R "$$folder" "$$place"; chmod -R u=rwX,go=rX "$$place"; done
	install -d "$(DESTDIR)$(PREFIX)/share/systemd/user"
	set -e; umask 022; for unit in $(UNITS); do \
	  sed 's|@BINDIR@|$(PREFIX)/bin|' "assets/systemd/$$unit" > "$(DESTDIR)$(PREFIX)/share/systemd/user/$$unit"; done

## deb: build a Debian package in .build/deb
deb:
	Scripts/make-deb

## uninstall: take away what install put there
uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/proofsheet" "$(DESTDIR)$(PREFIX)/$(MANUAL)"
	for place in $(COMPLETIONS); do rm -f "$(DESTDIR)$(PREFIX)/$${place#*:}"; done
	for unit in $(UNITS); do rm -f "$(DESTDIR)$(PREFIX)/share/systemd/user/$$unit"; done
	for folder in $(DATA); do rm -rf "$(DESTDIR)$(PREFIX)/share/proofsheet/$$folder"; done
	rmdir "$(DESTDIR)$(PREFIX)/share/proofsheet" 2> /dev/null || true
	@echo 'Libraries stay. A timer that was switched on ends with: systemctl --user disable --now proofsheet-refresh.timer'

## clean: remove what was built
clean:
	rm -rf .build .build-postgres .build-optimized Tests/Benchmarks/.build Tests/Benchmarks/.build-postgres

bootstrap:
	@Scripts/bootstrap

## help: this list
help:
	@sed -n 's/^## \([a-z-]*\): /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do printf '  %-14s %s\n' "$$name" "$$what"; done
