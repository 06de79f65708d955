"""The page about a kernel: its structure, its links, its escaping, its server, and what it does in a browser."""

from __future__ import annotations

import base64
import hashlib
import html
import http.client
import importlib.util
import re
import sys
import threading
import time
from html.parser import HTMLParser

import browser
import numpy as np
import pytest

pytest.importorskip("jinja2")
pytest.importorskip("click")

from click.testing import CliRunner

import pyvkc as vkc
from pyvkc.abilities import judge, profile
from pyvkc.cli import main
from pyvkc.cli.serve import Live, make_server
from pyvkc.explore import page, problem_page

TEXT = '''\
import pyvkc as vkc
from pyvkc import Array, f32, i32

LIMIT = 3


def larger(a, b):
    if a > b:
        return a
    return b


@vkc.kernel(workgroup=64)
def walk(x: Array[f32, 1], counts: Array[i32, 1], n: i32):
    """Walks along."""
    tile = vkc.shared(64, f32)
    i = vkc.global_id()
    tile[vkc.local_id()] = 1
    total = 0.0
    for j in range(n):  # each of them
        total += larger(x[j],
                        x[i])
    if total > LIMIT:
        vkc.atomic.add(counts, 0, 1)
    elif total < 0:
        total = 1.5
    x[i] = total
'''
HOSTILE = '''\
import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def k(x: Array[f32, 1]):
    """</script><script>alert("docstring")</script><img src=x onerror='alert(1)'>"""
    i = vkc.global_id()  # <!-- </pre></code> & "quotes" 'too' --> <b>
    lessé = x[i] < 2 and x[i] > 1  # {{ 7 * 7 }} {% raw %}
    x[i] = 1.0 if lessé else 0.0
'''


def module(folder, text, name="walk.py"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("explored", path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


class Document(HTMLParser):
    """A page, read: panes of rows, each with its keys, its text and the remarks in it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.panes, self.tags, self.attributes, self.scripts = {}, [], [], []
        self._pane = self._row = None
        self._inside = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        classes = (found.get("class") or "").split()
        if tag == "section":
            self._pane = self.panes.setdefault(found["id"], [])
        elif "row" in classes:
            self._row = {"keys": (found.get("data-keys") or "").split(), "text": "", "titles": [], "label": ""}
            self._pane.append(self._row)
        elif self._row is not None and "title" in found:
            self._row["titles"].append(found["title"])
        if tag not in ("meta", "br", "img", "link"):
            self._inside.append((tag, classes))

    def handle_endtag(self, tag):
        assert self._inside, tag
        assert self._inside[-1][0] == tag, (self._inside, tag)
        _, classes = self._inside.pop()
        if "row" in classes:
            self._row = None

    def handle_data(self, data):
        tags = [tag for tag, _ in self._inside]
        if "script" in tags:
            self.scripts.append(data)
        elif self._row is not None and "code" in tags:
            self._row["text"] += data
        elif self._row is not None and "label" in self._inside[-1][1]:
            self._row["label"] += data

    def text_of(self, pane):
        return [row["text"] for row in self.panes[pane]]


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    return module(tmp_path_factory.mktemp("walk"), TEXT).walk


@pytest.fixture(scope="module")
def program(walk):
    return walk.compile()


@pytest.fixture(scope="module")
def text(walk, program):
    return page(program, [judge(walk, [], profile(name)) for name in ("vulkan1.1", "vulkan1.3")])


@pytest.fixture(scope="module")
def document(text):
    return Document(text)


def line_of(start, text=TEXT):
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.strip().startswith(start))


# Structure


def test_python_is_shown_as_it_is(document):
    lines = TEXT.split("\n")
    shown = {int(row["label"]): row["text"] for row in document.panes["python"]}
    expected = [*range(line_of("def larger"), line_of("return b") + 1), *range(line_of("@vkc"), line_of("x[i] =") + 1)]
    assert sorted(shown) == expected
    assert all(shown[number] == lines[number - 1] for number in expected)


def test_the_tree_is_what_ir_prints(document, walk):
    assert "\n".join(document.text_of("tree")).split() == walk.ir().split()


def test_spirv_is_what_disassemble_prints(document, walk):
    shown = [line.partition(";")[0].split() for line in document.text_of("spirv")]
    printed = [line.partition(";")[0].split() for line in walk.disassemble().splitlines() if not line.startswith(";")]
    assert shown == printed


def test_rows_of_all_panes_are_linked(document, program):
    python = {key for row in document.panes["python"] for key in row["keys"]}
    assert len(python) == len(document.panes["python"]), "each line has a key of its own"
    for pane in ("tree", "spirv"):
        keys = {key for row in document.panes[pane] for key in row["keys"]}
        assert keys, pane
        assert keys <= python, "every link leads to a line that is shown"
    (line,) = (row["keys"][0] for row in document.panes["python"] if row["text"].startswith("    x[i] = total"))
    assert any(line in row["keys"] and "OpStore" in row["text"] for row in document.panes["spirv"])
    assert [row["text"].strip() for row in document.panes["tree"] if line in row["keys"]] == ["x[global_id()?] = total"]
    for row in document.panes["spirv"]:
        assert bool(row["keys"]) == (program.span_at(_offset(program, document, row)) is not None)


def _offset(program, document, row):
    from pyvkc.frontend.spirv.disasm import Decoder

    place = document.panes["spirv"].index(row)
    return list(Decoder().decode(program.words))[place].offset


def test_a_statement_of_several_lines_is_linked_from_each(document):
    rows = {row["text"].strip(): row["keys"] for row in document.panes["python"]}
    first, second = rows["total += larger(x[j],"][0], rows["x[i])"][0]
    (tree,) = (row for row in document.panes["tree"] if "larger(x[" in row["text"])
    assert {first, second} <= set(tree["keys"])
    (elif_,) = (row for row in document.panes["tree"] if row["text"].strip().startswith("elif"))
    assert elif_["keys"] == rows["elif total < 0:"]


def test_names_and_ids_tell_their_types(document):
    def titles(pane):
        return {title for row in document.panes[pane] for title in row["titles"]}

    assert {"total: f32", "x: f32[:], read and write", "j: i32", "i: i32", "n: i32"} <= titles("python")
    assert {"tile: shared memory, 256 bytes", "a: f32"} <= titles("python")
    assert "total: f32" in titles("tree")
    assert "this index is tested when it runs" in titles("tree")
    spirv = titles("spirv")
    assert any(re.fullmatch(r"%\d+ total: Function pointer to f32", title) for title in spirv)
    assert any(re.fullmatch(r"%\d+ f32 1.5", title) for title in spirv)


def test_needs_and_statistics_are_there(text, walk):
    plain = re.sub(r"<[^>]+>", " ", html.unescape(text))
    assert re.search(r"maxComputeSharedMemorySize\s+≥ 256", plain)
    assert re.search(r"vulkan1\.1\s+no\s*: Vulkan 1\.2", plain)
    assert re.search(r"vulkan1\.3\s+yes", plain)
    assert re.search(rf"all\s+{walk.stats().instructions['all']}\b", plain)
    assert "64" in plain


def test_nothing_comes_from_elsewhere(text, document):
    """The page is one file: no address, no picture, no style or script but its own, and a policy that says so."""
    assert document.tags.count("script") == document.tags.count("style") == 1
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(document.tags)
    names = {name for _, name, _ in document.attributes}
    assert not {"src", "href", "action", "style"} & names
    assert not {name for name in names if name.startswith("on")}
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    (policy,) = (value for tag, name, value in document.attributes if tag == "meta" and "default-src" in (value or ""))
    digest = base64.b64encode(hashlib.sha256("".join(document.scripts).encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy


def test_the_same_program_gives_the_same_page(program):
    assert page(program) == page(program)


# Escaping


def test_hostile_texts_stay_texts(tmp_path):
    name = "<img src=x onerror=alert(2)> & 'x' \".py"
    program = module(tmp_path, HOSTILE, name).k.compile()
    made = page(program)
    document = Document(made)
    assert document.tags.count("script") == 1
    assert not {"img", "b", "pre"} & set(document.tags)
    lines = HOSTILE.split("\n")
    for row in document.panes["python"]:
        assert row["text"] == lines[int(row["label"]) - 1]
    assert "49" not in "".join(document.text_of("python"))
    assert "alert(&#34;docstring&#34;)" in made


def test_hostile_names_and_problems_are_escaped():
    made = problem_page("<i>name</i>", "</pre><script>alert(3)</script>")
    document = Document(made)
    assert document.tags.count("script") == 1
    assert "i" not in document.tags
    assert "&lt;/pre&gt;&lt;script&gt;" in made


def test_texts_that_are_not_python_are_shown_plainly(tmp_path):
    """As in a notebook's cell, where other lines are magic."""
    from pyvkc.explore.pieces import python_pieces

    lines = ("%time x = (\n", "def f(a):\n", "    return a\n")
    pieces = python_pieces(lines, 2, 3, {3: {"a": "f32"}})
    assert "".join(piece.text for piece in pieces[3]) == "    return a"


def test_functions_of_other_files_are_shown_with_their_names(tmp_path):
    (tmp_path / "explored_helper.py").write_text("def twice(v):\n    return v + v\n")
    sys.path.insert(0, str(tmp_path))
    try:
        kernel = module(
            tmp_path,
            "import pyvkc as vkc\nfrom pyvkc import Array, f32\nfrom explored_helper import twice\n"
            "@vkc.kernel\ndef use(x: Array[f32, 1]):\n    x[0] = twice(x[1])\n",
        ).use
        document = Document(page(kernel.compile()))
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("explored_helper", None)
    assert document.text_of("python") == [
        "@vkc.kernel", "def use(x: Array[f32, 1]):", "    x[0] = twice(x[1])", "def twice(v):", "    return v + v",
    ]  # fmt: skip
    keys = [key for row in document.panes["python"] for key in row["keys"]]
    assert len(set(keys)) == len(keys)


# The command


def run(*arguments):
    return CliRunner().invoke(main, ["explore", *map(str, arguments)])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "walk.py"
    path.write_text(TEXT)
    yield path
    for name in ("walk", "_pyvkc_file_walk"):
        sys.modules.pop(name, None)


def test_the_command_writes_the_page(file, tmp_path):
    done = run(f"{file}:walk", "-o", tmp_path / "page.html")
    assert (done.exit_code, done.output) == (0, "")
    document = Document((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert set(document.panes) == {"python", "tree", "spirv"}
    printed = run(file, "-o", "-")
    assert printed.stdout_bytes == (tmp_path / "page.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "Say where the page goes: -o page.html, or --serve"),
        (["-o", "{folder}/none/page.html"], 2, "could not be written"),
        (["-o", "page.html", "--serve"], 2, "leave -o out"),
        (["-o", "-", "--args", "f33[:]"], 2, "f33"),
    ],
)
def test_bad_usage(file, arguments, code, message):
    done = run(file, *(argument.format(folder=file.parent) for argument in arguments))
    assert done.exit_code == code
    assert message in done.stderr


def test_without_the_library_it_says_what_to_install(file, run_python):
    done = run_python(
        f"""
        import sys
        sys.modules["jinja2"] = None
        import pyvkc as vkc
        from pyvkc import Array, f32

        @vkc.kernel
        def one(x: Array[f32, 1]):
            x[0] = 1

        assert one._repr_html_() is None
        from pyvkc.cli import main
        main(["explore", {str(file)!r}, "-o", "-"])
        """,
        check=False,
    )
    assert done.returncode == 1
    assert "pip install 'pyvkc[explore]'" in done.stderr
    assert "Traceback" not in done.stderr


# Notebooks


def test_a_notebook_shows_the_page(walk, program):
    shown = walk._repr_html_()
    (inner,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(inner) == page(program)
    assert 'sandbox="allow-scripts"' in shown


def test_a_notebook_shows_what_was_launched():
    @vkc.kernel
    def free(x):
        x[vkc.global_id()] = 1

    assert free._repr_html_() is None
    free[4](np.zeros(4, np.int32))
    assert "free" in free._repr_html_()


# The server


@pytest.fixture
def server(file):
    made = make_server(Live(file, ["explore", f"{file}:walk", "-o", "-", "--live"]), 0)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def get(server, path, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_the_server_follows_the_file(server, file):
    assert server.server_address[0] == "127.0.0.1"
    status, first = get(server, "/")
    assert status == 200
    assert "data-live" in first
    assert "connect-src 'self'" in first
    assert "Walks along." in html.unescape(first)
    version = get(server, "/version")
    assert get(server, "/version") == version
    file.write_text(TEXT.replace("Walks along.", "Walks on."))
    assert get(server, "/version") != version
    assert "Walks on." in get(server, "/")[1]
    file.write_text(TEXT.replace("total = 0.0", "total = <nothing>"))
    status, broken = get(server, "/")
    assert status == 200
    assert f"walk.py, line {line_of('total = 0.0')}: the file could not be loaded: SyntaxError" in broken
    assert 'role="alert"' in broken


def test_the_server_answers_this_machine_alone(server):
    assert get(server, "/", host=f"evil.example:{server.server_port}")[0] == 403
    assert get(server, "/version", host="evil.example")[0] == 403
    assert get(server, "/../pyproject.toml")[0] == 404
    assert get(server, "/version", host=f"localhost:{server.server_port}")[0] == 200


def test_a_port_that_is_taken(server, file):
    done = run(file, "--serve", "--port", server.server_port)
    assert done.exit_code == 2
    assert f"Port {server.server_port} of 127.0.0.1 cannot be used" in done.stderr


# In a browser

needs_browser = pytest.mark.skipif(browser.find() is None, reason="there is no Chromium; PYVKC_BROWSER names one")

LIT = "[...document.querySelectorAll('.lit')].map(row => row.closest('section').id)"


@pytest.fixture(scope="module")
def opened(text, tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    made = browser.Browser(folder / "profile")
    made.open(path.as_uri())
    yield made
    made.close()


def key_of(document, start):
    return next(row["keys"][0] for row in document.panes["python"] if row["text"].strip().startswith(start))


@needs_browser
def test_pointing_at_a_line_lights_its_counterparts(opened, document):
    for pane in ("python", "tree", "spirv"):
        key = key_of(document, "total = 0.0")
        opened.point(f"#{pane} [data-keys='{key}']")
        expected = [name for name, rows in document.panes.items() for row in rows if key in row["keys"]]
        assert sorted(opened.value(LIT)) == sorted(expected)
        assert set(expected) == {"python", "tree", "spirv"}
    assert "line " in opened.value("document.getElementById('status').textContent")


@needs_browser
def test_a_click_keeps_a_line_and_shows_the_others(opened, document):
    key = key_of(document, "x[i] = total")
    opened.click(f"#python [data-keys='{key}']")
    kept = opened.value("[...document.querySelectorAll('.kept')].map(row => row.dataset.keys)")
    assert kept
    assert all(key in keys.split() for keys in kept)
    assert opened.value(
        "(() => { const row = document.querySelector('#spirv .kept'), pane = row.closest('.code');"
        " const a = row.getBoundingClientRect(), b = pane.getBoundingClientRect();"
        " return a.top >= b.top && a.bottom <= b.bottom; })()"
    )
    opened.press("Escape")
    assert opened.value("document.querySelectorAll('.kept').length") == 0


@needs_browser
def test_the_keyboard_is_enough(opened):
    opened.value("document.activeElement.blur()")
    opened.value("document.querySelector('#python .row[tabindex=\"0\"]').focus()")
    opened.press("Home")
    first = opened.value("document.activeElement.querySelector('.label').textContent")
    opened.press("ArrowDown", "ArrowDown")
    assert int(opened.value("document.activeElement.querySelector('.label').textContent")) == int(first) + 2
    opened.press("ArrowRight")
    assert opened.value("document.activeElement.closest('section').id") == "tree"
    opened.press("ArrowRight", "Enter")
    assert opened.value("document.activeElement.closest('section').id") == "spirv"
    assert opened.value("document.activeElement.classList.contains('kept')")
    assert opened.value("document.activeElement.getAttribute('aria-selected')") == "true"
    opened.press("Escape")


@needs_browser
def test_the_uses_of_an_id_are_found(opened):
    opened.point("#spirv [data-keys] [data-id]")
    same = opened.value("[...new Set([...document.querySelectorAll('.same')].map(piece => piece.dataset.id))]")
    assert len(same) == 1


@needs_browser
def test_light_and_dark(opened, tmp_path):
    image = pytest.importorskip("PIL.Image")

    def background(name):
        opened.screenshot(tmp_path / f"{name}.png")
        picture = image.open(tmp_path / f"{name}.png").convert("L")
        assert sum(map(bool, picture.histogram())) > 50, "there is something to see"
        return picture.getpixel((3, 3))

    opened.scheme("light")
    assert background("light") > 200
    opened.scheme("dark")
    assert background("dark") < 60
    opened.click("#theme")
    assert background("chosen") > 200
    opened.click("#theme")
    opened.scheme("light")
    assert background("kept") < 60


@needs_browser
def test_the_browser_has_no_complaints(opened):
    assert opened.said == []


@needs_browser
def test_hostile_texts_do_nothing_in_a_browser(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page(module(tmp_path, HOSTILE).k.compile()), encoding="utf-8")
    made = browser.Browser(tmp_path / "profile")
    try:
        made.open(path.as_uri())
        assert made.value("document.images.length + document.scripts.length") == 1
        assert made.value("document.querySelectorAll('#python .row').length") == 6
        assert made.said == []
    finally:
        made.close()


@needs_browser
def test_a_served_page_renews_itself(server, file, tmp_path):
    made = browser.Browser(tmp_path / "profile")
    try:
        made.open(f"http://127.0.0.1:{server.server_port}/")
        time.sleep(1.2)  # the page learns which version it is
        file.write_text(TEXT.replace("Walks along.", "Walks on."))
        found = False
        until = time.monotonic() + 20
        while not found and time.monotonic() < until:
            time.sleep(0.1)
            found = "Walks on." in made.value("document.documentElement?.textContent ?? ''")
        assert found
    finally:
        made.close()
