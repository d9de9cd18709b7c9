# make test      everything that has to hold before a change is merged; a few minutes on two cores
# make test-all  the same, with the slow tests, a minute of fuzzing per target, and the benches built
# make bench     measure
# make site      the lab without a server: the pages with the library compiled for browsers, in site/, for any static host
# make gallery   draw the pictures of docs/ again; a test says when that is needed
# make man       write the manual pages, into target/man
# make replicate check the papers' statements at level full, some minutes; docs/replication.html has the results
# make browser   use the lab in a real browser: Chromium and the packages of tests/browser/ are installed where they are missing
# make check-py  certificates, by the second checker in plain Python, and the closures of docs/arguments.md; some minutes
# make python    build the Python package as a wheel and test it: in a fresh environment alone, then types, docstrings, notebooks and the rest
# make python-bench  measure it: against the library called from Rust, and against what one would write with numpy and numba
# make fuzz      fuzz the readers of rules, certificates, Walnut's automata and formulas; FUZZ_SECONDS=600 for longer

FUZZ_SECONDS ?= 60
FUZZ_TARGETS := parse roundtrip certificate walnut formula

# The crates that have tests inside.
INSIDE := number automata rules check solve prove explore play draw papers service

# One runner for all tests: nextest where it is installed, else cargo's own.
NEXTEST := $(shell cargo nextest --version >/dev/null 2>&1 && echo yes)
ifeq ($(NEXTEST),yes)
RUN_TESTS = cargo nextest run --locked --workspace --bins --test '*' --status-level fail --final-status-level slow
RUN_INSIDE = cargo nextest run --locked $(INSIDE:%=-p wythoff-%) --lib --cargo-profile unit --status-level fail
RUN_SLOW = cargo nextest run --locked --workspace --run-ignored only --no-tests pass --status-level fail
else
RUN_TESTS = cargo test --locked --workspace --bins --test '*' --quiet
RUN_INSIDE = cargo test --locked $(INSIDE:%=-p wythoff-%) --lib --profile unit --quiet
RUN_SLOW = cargo test --locked --workspace --lib --bins --tests --quiet -- --ignored
endif

BROWSER_TESTS := tests/browser

.PHONY: man browser check-py python python-tools python-wheel python-bench test test-all bench site gallery replicate fuzz fuzz-seeds fmt clippy unit doc-test site-quick wasm-tools browser-tools set-up tools fuzz-tools poppler tex

test: set-up fmt clippy
	@mkdir -p target; $(MAKE) --no-print-directory site-quick >target/site.log 2>&1 & site=$$!; \
	  $(MAKE) --no-print-directory unit doc-test python; rest=$$?; \
	  wait $$site; site=$$?; cat target/site.log; [ $$rest -eq 0 ] && [ $$site -eq 0 ]
	@$(MAKE) --no-print-directory browser SITE=$(SITE_QUICK) SITE_PROFILE=site-quick

# Before anything runs side by side: packages are installed one at a time.
set-up: tools poppler wasm-tools browser-tools python-tools

test-all: test tex
	$(RUN_SLOW)
	cargo bench --locked --workspace --no-run
	$(MAKE) check-py
	$(MAKE) site browser
	$(MAKE) fuzz

# What two programs that share nothing agree on, a stranger may believe.
check-py:
	python3 crates/wythoff-prove/certificates/test_check.py
	python3 docs/arguments/closures.py --test
	python3 docs/arguments/modular.py --test

bench:
	cargo bench --locked --workspace

# One page for the program and one for every command.
man:
	cargo run --locked --quiet -p wythoff-cli -- man target/man

gallery:
	UPDATE_GALLERY=1 cargo test --locked --quiet -p wythoff-cli --test cli gallery

replicate:
	cargo run --locked --release -- replicate --level full --checkpoint target/replication.jsonl -o docs/replication.html
	cargo run --locked --release -- replicate --level full --checkpoint target/replication.jsonl -o crates/wythoff-papers/src/kept.json

# libFuzzer needs unstable flags of the compiler; RUSTC_BOOTSTRAP lets the installed stable one take them. Every target
# starts from texts that are here anyway: the rulebook, small certificates, the formulas of the tests.
fuzz: fuzz-tools fuzz-seeds
	@for target in $(FUZZ_TARGETS); do \
	  dict=fuzz/$$target.dict; [ -f $$dict ] || dict=fuzz/rules.dict; \
	  RUSTC_BOOTSTRAP=1 cargo fuzz run $$target -- \
	    -dict=$$dict -max_len=5000 -timeout=20 -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

fuzz-seeds:
	@for target in $(FUZZ_TARGETS); do mkdir -p fuzz/corpus/$$target; done
	@cp -n crates/wythoff-rules/rulebook/*.game fuzz/corpus/parse/ && cp -n crates/wythoff-rules/rulebook/*.game fuzz/corpus/roundtrip/
	@find crates/wythoff-prove/certificates -name '*.json' -size -2 -exec cp -n {} fuzz/corpus/certificate/ \;
	@cp -n crates/wythoff-prove/certificates/blocking-79.json fuzz/corpus/certificate/ # the smallest of a tail
	@cp -n fuzz/seeds/walnut/*.txt fuzz/corpus/walnut/
	@grep -ohE '"[^"]*[<=>][^"]*"' crates/wythoff-logic/tests/logic/logic.rs | tr -d '"' | split -a 4 -l 1 - fuzz/corpus/formula/test-

fmt: tools
	cargo fmt --all --check

clippy: tools
	cargo clippy --locked --workspace --all-targets --quiet -- -D warnings

# Tests inside the library are compiled without optimising: for the few that they are, compiling it a second time would take longest.
unit: poppler
	$(RUN_TESTS)
	$(RUN_INSIDE)

doc-test:
	cargo test --locked --workspace --doc --quiet

# The lab without a server. The engine is built with rustup's target where that is installed, else with Debian's toolchain, which builds the
# standard library too: small, and with panics that say nothing (nobody reads them there: a worker that ends is started again). With rustup's
# standard library, which is as it is, the engine is larger.
# Of wasm-opt only what finds functions twice: `-Oz` makes the file smaller still, but what is downloaded, compressed, larger.
WASM_TARGET := wasm32-unknown-unknown
# `site-quick` is built in less time, to be tested; it is larger.
SITE_PROFILE ?= site
# What a page downloads of it, packed by xz: the page unpacks it itself (web/unpack.js), since gzip, all that browsers unpack, leaves a
# third more: 855,667 and 1,127,556 when this was written. About 1,000,000 is the aim.
MOST_BYTES := 1000000
MOST_BYTES_RUSTUP := 1250000
PACK := xz --format=lzma --lzma1=preset=9e,lc=3,lp=0,pb=0 --stdout
HAS_RUSTUP_WASM = rustup target list --installed 2>/dev/null | grep -q '^$(WASM_TARGET)$$'
HAS_DEBIAN_WASM = /usr/bin/rustc --version >/dev/null 2>&1 && [ -d /usr/lib/rustlib/src ]
DEBIAN_WASM = RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=shallow' /usr/bin/cargo
DEBIAN_STD = -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size
NO_WASM = no compiler for browsers (rustup target add $(WASM_TARGET), or apt-get install rustc-web cargo-web rust-web-src lld)
WASM := --locked --quiet -p wythoff-wasm --lib --target $(WASM_TARGET) --profile $(SITE_PROFILE) --target-dir target/wasm
ENGINE = target/wasm/$(WASM_TARGET)/$(SITE_PROFILE)/wythoff_wasm.wasm
WASM_OPT = wasm-opt --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
  --enable-reference-types --enable-multivalue --duplicate-function-elimination --remove-unused-module-elements --vacuum
SITE ?= site
SITE_QUICK := target/site
site: wasm-tools
	@rm -rf $(SITE)
	@set -e; most=$(MOST_BYTES); if $(HAS_RUSTUP_WASM); then most=$(MOST_BYTES_RUSTUP); cargo build $(WASM); \
	elif $(HAS_DEBIAN_WASM); then $(DEBIAN_WASM) build $(WASM) $(DEBIAN_STD); \
	elif [ -n "$$CI" ]; then echo '$(NO_WASM)' >&2; exit 1; \
	else echo 'LEFT OUT: $(NO_WASM)'; exit 0; fi; \
	mkdir -p $(SITE); cp -R crates/wythoff-cli/web/. $(SITE)/; \
	if command -v wasm-opt >/dev/null; then $(WASM_OPT) $(ENGINE) -o $(SITE)/engine.wasm; \
	else cp $(ENGINE) $(SITE)/engine.wasm; echo '$(SITE)/: the engine is larger than it could be (apt-get install binaryen)'; fi; \
	printf "export const ENGINE = 'browser';\n" > $(SITE)/where.js; \
	if command -v xz >/dev/null; then $(PACK) $(SITE)/engine.wasm > $(SITE)/engine.packed; bytes=$$(wc -c < $(SITE)/engine.packed); \
	  sed -i 's|^  <link rel="stylesheet"|  <link rel="preload" as="fetch" crossorigin href="engine.packed">\n&|' $(SITE)/index.html; \
	else bytes=$$(gzip -9 -c $(SITE)/engine.wasm | wc -c); echo '$(SITE)/: the engine is not packed (apt-get install xz-utils)'; fi; \
	echo "$(SITE)/: the engine is $$bytes bytes, packed"; \
	[ $(SITE_PROFILE) != site ] || [ $$bytes -le $$most ] || { echo "that is more than $$most" >&2; exit 1; }

# The same, built in less time and larger, to be tested.
site-quick:
	@$(MAKE) --no-print-directory site SITE=$(SITE_QUICK) SITE_PROFILE=site-quick

# rustfmt and clippy come with rustup's default profile; a minimal installation gets them here.
tools:
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

wasm-tools:
	@$(HAS_RUSTUP_WASM) || { $(HAS_DEBIAN_WASM); } || $(call install,rustc-web cargo-web rust-web-src lld) || true
	@command -v wasm-opt >/dev/null || $(call install,binaryen) || true
	@command -v xz >/dev/null || $(call install,xz-utils) || true

fuzz-tools:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz --locked

# Pictures are compared with what poppler makes of their PDF, and with `make test-all` with what pdflatex makes of their TikZ.
install = { apt-get update -q && apt-get install -qy --no-install-recommends $(1); } >/dev/null 2>&1
poppler:
	@command -v pdftoppm >/dev/null || $(call install,poppler-utils) || \
	  echo 'LEFT OUT: the comparison of PDF with PNG (apt-get install poppler-utils)'

tex: poppler
	@kpsewhich standalone.cls tikz.sty >/dev/null 2>&1 || \
	  $(call install,texlive-latex-base texlive-pictures texlive-latex-extra) || \
	  echo 'LEFT OUT: compiling TikZ (apt-get install texlive-latex-base texlive-pictures texlive-latex-extra)'

# The lab in a real browser, against the program and against the static site, where `make site` could build it. Where a browser or
# the packages cannot be had, it is left out and said so; with CI set that is a failure.
browser-tools:
	@command -v chromium >/dev/null || $(call install,chromium) || true
	@[ -d $(BROWSER_TESTS)/node_modules/playwright-core ] || npm ci --prefix $(BROWSER_TESTS) --no-audit --no-fund >/dev/null 2>&1 || true

browser: browser-tools
	cargo build --locked --quiet --workspace --bins
	@if command -v chromium >/dev/null && [ -d $(BROWSER_TESTS)/node_modules/playwright-core ]; then \
	  WYTHOFF_BIN=$(CURDIR)/target/debug/wythoff WYTHOFF_SITE=$(CURDIR)/$(SITE) SITE_PROFILE=$(SITE_PROFILE) npm test --silent --prefix $(BROWSER_TESTS); \
	elif [ -n "$$CI" ]; then \
	  echo 'the tests in a browser need chromium, node and the npm registry' >&2; exit 1; \
	else \
	  echo 'LEFT OUT: the tests in a browser (apt-get install chromium nodejs npm)'; \
	fi

# The Python package. Its wheel is built in the profile of the tests with the features of the tests, so that the library is not compiled
# once more. Where Python or the packages cannot be had, it is left out and said so; with CI set that is a failure.
PY := crates/wythoff-py
PYTHON ?= python3
VENV := target/python
FRESH := target/python-fresh
WHEELS := target/wheels
NO_PYTHON = the tests of the Python package need python3 >= 3.11 with venv, and pip with its index
python: python-tools
	@if [ -f $(VENV)/ready ]; then $(MAKE) --no-print-directory python-tests; \
	elif [ -n "$$CI" ]; then echo '$(NO_PYTHON)' >&2; exit 1; \
	else echo 'LEFT OUT: $(NO_PYTHON)'; fi

python-tools:
	@$(PYTHON) -m venv --help >/dev/null 2>&1 || $(call install,python3 python3-venv python3-pip) || true
	@cmp -s $(PY)/requirements-test.txt $(VENV)/ready || { rm -rf $(VENV); \
	  $(PYTHON) -m venv $(VENV) && $(VENV)/bin/pip install -q --disable-pip-version-check -r $(PY)/requirements-test.txt && \
	  cp $(PY)/requirements-test.txt $(VENV)/ready; } || true

python-wheel:
	@rm -rf $(WHEELS)
	$(VENV)/bin/maturin build --quiet --locked --profile dev -m $(PY)/Cargo.toml -i $(VENV)/bin/python -o $(WHEELS)

# First the wheel alone, with numpy and nothing else; then everything, from outside the sources.
.PHONY: python-tests
python-tests: python-wheel
	@rm -rf $(FRESH); $(VENV)/bin/python -m venv $(FRESH)
	@$(FRESH)/bin/pip install -q --disable-pip-version-check $$(grep '^numpy==' $(PY)/requirements-test.txt) $(WHEELS)/*.whl
	@cd $(FRESH) && bin/python -I $(CURDIR)/$(PY)/tests/fresh.py
	@$(VENV)/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall $(WHEELS)/*.whl
	@$(PY)/tests/one_build.sh
	@cd $(PY) && ../../$(VENV)/bin/python -m pytest -p no:cacheprovider tests
	@cd $(PY) && ../../$(VENV)/bin/mypy --strict --cache-dir ../../$(VENV)/mypy -p wythoff
	@cd $(VENV) && bin/stubtest wythoff._native --mypy-config-file $(CURDIR)/$(PY)/pyproject.toml

python-bench: python-tools
	@rm -rf $(WHEELS)
	$(VENV)/bin/maturin build --quiet --locked --release -m $(PY)/Cargo.toml -i $(VENV)/bin/python -o $(WHEELS)
	@$(VENV)/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall $(WHEELS)/*.whl
	@$(VENV)/bin/pip install -q --disable-pip-version-check numba==0.68.1
	@cd $(VENV) && bin/python $(CURDIR)/$(PY)/bench/bench.py
