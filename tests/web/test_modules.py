"""Modules that are sent together: each is there once, and whoever imports one gets that one."""

import re
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from scorer.web.modules import IMPORT, IMPORT_LATER, MODULES, Modules, variable

FOLDER = Path(__file__).resolve().parents[2] / "static" / "js"
# The worker is no module, and made of other parts.
NAMES = sorted(
    name
    for file in FOLDER.rglob("*.js")
    if not (name := file.relative_to(FOLDER).as_posix()).startswith("worker/")
)
SENT = re.compile(r'^import\{([^}]*)\}from"([^"]+)";$', re.MULTILINE)
WHOLE = re.compile(r'^import\*as (\S+) from"([^"]+)";$', re.MULTILINE)


@pytest.fixture(scope="module")
def modules() -> Modules:
    """The modules of the app."""
    return Modules(FOLDER)


def beside(name: str, where: str) -> str:
    return normpath(join(dirname(name), where))


def given(text: str) -> set[str]:
    """The names that a sent text exports."""
    listed = [
        one
        for part in re.findall(r"^export\{(.*)\};$", text, re.MULTILINE)
        for one in part.split(",")
    ]
    names = {one.rpartition(" as ")[2] for one in listed}
    return names | set(
        re.findall(r"^export (?:async )?(?:const|function|class) ([\w$]+)", text, re.M)
    )


def test_every_member_is_in_one_file_and_there(modules: Modules) -> None:
    assert sum(map(len, modules.members.values())) == len(modules.file_of)
    for name, parts in MODULES.items():
        assert all(list(FOLDER.glob(part)) for part in parts), name
        # Such a file would hide another one.
        assert name in modules.members[name] or not (FOLDER / name).exists()
    variables = [variable(member) for member in modules.file_of]
    assert len(set(variables)) == len(variables)


def test_a_joined_file_holds_each_member_once_with_all_that_it_exports(modules: Modules) -> None:
    for name, members in modules.members.items():
        text = modules.text(name)
        for member in members:
            assert text.count(f"export const {variable(member)}=once(") == 1
            part = text.split(f"export const {variable(member)}=once(")[1].split("\nreturn{")[1]
            told = {one.partition(":")[0] for one in part.split("}")[0].split(",")} - {""}
            assert told == set(modules.exports(member)), member
        assert not re.search(r"^export (?!const \$|\{)", text, re.MULTILINE)


def test_under_its_own_address_a_member_is_the_one_of_its_file(modules: Modules) -> None:
    for member, home in modules.file_of.items():
        text = modules.text(member)
        assert set(modules.exports(member)) <= given(text), member
        if member != home:
            assert len(text.splitlines()) <= 3
            assert f"{variable(member)}()" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_import_is_found_and_gives_what_is_wanted(modules: Modules, name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    for names, where in IMPORT.findall(text):
        target = beside(name, where)
        wanted = [] if "*" in names else re.findall(r"(\w+)(?: as \w+)?,?", names)
        assert set(wanted) <= set(modules.exports(target)), f"{name}: {where}"
    later = IMPORT_LATER.findall(text)
    assert all((FOLDER / beside(name, where)).is_file() for where in later if where)
    # There is no other way to import and to export that would not be heard of.
    assert len(re.findall(r"^import [^(]", text, re.M)) == len(IMPORT.findall(text))
    assert text.count("import(") == len(later)
    assert not re.search(
        r"^export (?:default|let|var|\*)|^await |^const .*= await ", text, re.M
    ) or (name not in modules.file_of)


def test_what_is_sent_imports_what_is_sent(modules: Modules) -> None:
    for name in {*NAMES, *modules.members}:
        text = modules.text(name)
        for names, where in SENT.findall(text):
            assert set(names.split(",")) <= given(modules.text(beside(name, where))), name
        for _, where in WHOLE.findall(text):
            assert beside(name, where) not in modules.file_of
        for where in re.findall(r'\bimport\("([^"]+)"\)', text):
            target = beside(name, where)
            assert target in modules.members or (FOLDER / target).is_file(), f"{name}: {where}"


def test_nothing_waits_for_itself(modules: Modules) -> None:
    by_module = {name: modules.imports(name) for name in NAMES}
    assert list(TopologicalSorter(by_module).static_order())
    by_file: dict[str, set[str]] = {}
    for name, imported in by_module.items():
        home = modules.file_of.get(name, name)
        targets = {modules.file_of.get(one, one) for one in imported}
        by_file.setdefault(home, set()).update(targets - {home})
    assert list(TopologicalSorter(by_file).static_order())


def test_an_address_means_the_same_from_the_joined_file(tmp_path: Path) -> None:
    (tmp_path / "motion").mkdir()
    (tmp_path / "live.js").write_text('import "./other.js";\nimport("./motion/sheet.js");\n')
    (tmp_path / "other.js").write_text("export const one = 1;\n")
    (tmp_path / "motion" / "sheet.js").write_text(
        'import { one } from "../other.js";\nnew URL("../../a.css", import.meta.url);\n'
        'import("../share.js");\nimport("../why.js");\nexport { one as void };\n'
    )
    (tmp_path / "why.js").write_text("export async function go() {}\n")
    modules = Modules(tmp_path)
    text = modules.text("rest.js")
    assert text.startswith('import*as $other from"./other.js";\n')
    assert 'new URL("../../a.css", new URL("./motion/sheet.js",import.meta.url).href)' in text
    assert 'import("./share.js");' in text
    assert 'import("./rest.js").then((all)=>all.$why());' in text
    assert "const { one }=$other;" in text
    assert "return{void:one}" in text
    stub = 'import{$motion_sheet}from"../rest.js";\n'
    stub += "const{void:_void}=$motion_sheet();\nexport{_void as void};\n"
    assert modules.text("motion/sheet.js") == stub
    assert modules.text("live.js") == 'import{$live}from"./rest.js";\n$live();\n'
