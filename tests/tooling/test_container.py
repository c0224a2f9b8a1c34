"""The container: what compose.yaml starts, and the image, built and run without a registry."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest

from tests.missing_tools import skip_or_fail
from tests.serving import ROOT, Phone, Server

DRIVER = Path(playwright.__file__).parent / "driver"
PARSE = """
const [bundle, text] = process.argv.slice(1);
console.log(JSON.stringify(require(bundle).yaml.parse(text, {merge: true})));
"""
# As compose.yaml wants it: nothing can be written but /data and /tmp, and no right comes back.
INSIDE = """
set -e
mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"; mount -t tmpfs tmpfs "$1/tmp"; mount --rbind /dev "$1/dev"
cd "$1"; user=$3; shift 3
exec setpriv --no-new-privs chroot --userspec="$user" --groups= . env -C /app -i "$@"
"""
# What a machine may need to reach packages, which is of no interest to the project.
OF_THE_MACHINE = {
    **{name: name for name in ("etc/apt/apt.conf.d", "etc/pip.conf", "etc/resolv.conf")},
    "etc/ssl/certs/ca-certificates.crt": "usr/local/share/ca-certificates/machine.crt",
}


def composed():
    """What compose.yaml says, read by the YAML parser that Playwright brings along."""
    bundle, text = DRIVER / "package/lib/utilsBundle.js", (ROOT / "compose.yaml").read_text()
    words = [str(DRIVER / "node"), "-e", PARSE, str(bundle), text]
    return json.loads(subprocess.check_output(words))


def test_the_app_of_compose_writes_only_into_its_volume():
    services, volumes = composed()["services"], composed()["volumes"]
    for app in (services["home"], services["many"]):
        assert (app["read_only"], app["tmpfs"], app["volumes"]) == (True, ["/tmp"], ["data:/data"])
        assert (ROOT / app["build"]["dockerfile"]).exists()
    for service in services.values():
        assert service["profiles"] in (["home"], ["many"])
        assert {volume.split(":")[0] for volume in service["volumes"]} <= volumes.keys()


def test_compose_has_no_password_and_both_profiles_start_the_app_alike():
    services = composed()["services"]
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD-}"
    assert ":${POSTGRES_PASSWORD-}@postgres/" in services["many"]["environment"]["DATABASE_URL"]
    assert not {"command", "entrypoint"} & (services["home"].keys() | services["many"].keys())


class Image:
    """The image on a bare Debian, built by buildah and unpacked."""

    def __init__(self, folder):
        store = [f"--root={folder}/store", f"--runroot={folder}/run", "--storage-driver=vfs"]
        self.buildah = ["buildah", *store]
        bare = folder / "bare"
        of_apt = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Codename: bookworm"]
        mirror = subprocess.check_output(of_apt, text=True).split()[:1]
        self.call("debootstrap", "--variant=minbase", "bookworm", str(bare), *mirror)
        for name, target in OF_THE_MACHINE.items():
            if (source := Path("/", name)).exists():
                (bare / target).parent.mkdir(parents=True, exist_ok=True)
                self.call("cp", "-rLT", str(source), str(bare / target))
        made = self.call(*self.buildah, "from", "scratch")
        self.call(*self.buildah, "add", made, str(bare), "/")
        self.call(*self.buildah, "commit", made, "localhost/bare")
        build = "build --isolation=chroot --pull=never --format=docker --tag=localhost/scorer"
        base = "--build-arg=BASE=localhost/bare"
        self.call(*self.buildah, *build.split(), base, str(ROOT))
        told = self.call(*self.buildah, "inspect", "--type=image", "localhost/scorer")
        self.config = json.loads(told)["Docker"]["config"]
        made = self.call(*self.buildah, "from", "--pull=never", "localhost/scorer")
        self.root = self.call(*self.buildah, "mount", made)

    def call(self, *words):
        """What a program prints; all of it where it fails."""
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout.strip()

    def inside(self, data, *words):
        """How a program is started in it."""
        config = self.config
        assert (*config["Volumes"], config["WorkingDir"]) == ("/data", "/app")
        own = [self.root, str(data), config["User"], *config["Env"]]
        return ["unshare", "--mount", "sh", "-c", INSIDE, "sh", *own, *words]


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    lacks = [name for name in ("buildah", "debootstrap", "unshare") if not shutil.which(name)]
    if os.geteuid() != 0 or lacks:
        skip_or_fail("container", f"it is built by root, with {', '.join(lacks) or 'buildah'}")
    folder = tmp_path_factory.mktemp("image")
    yield Image(folder)
    shutil.rmtree(folder)


@pytest.mark.long
def test_the_image_runs_with_nothing_to_write_but_its_data(image, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 10001, 10001)
    assert subprocess.run(image.inside(data, "touch", "/app/new")).returncode != 0
    words = image.inside(data, *image.config["Cmd"], "--port", "{port}")
    with Server(data, start=words) as server:
        port = str(server.port)
        invited = image.call(*image.inside(data, "python3", "run.py", "invite", "--port", port))
        with Phone(server.address) as phone:
            phone.join(re.findall(r"/join/[a-z2-7]{20,}", invited)[0])
        check = [word.replace("9009", port) for word in image.config["Healthcheck"]["Test"][1:]]
        assert subprocess.run(image.inside(data, *check)).returncode == 0
        server.stop()
        assert server.process.returncode == 0
        assert subprocess.run(image.inside(data, *check), capture_output=True).returncode == 1
    assert {file.stat().st_uid for file in data.iterdir()} == {10001}
    driver = ["env", "DATABASE_URL=postgresql://ann@127.0.0.1:1/cards", "python3", "run.py"]
    asked = subprocess.run(image.inside(data, *driver, "check"), capture_output=True, text=True)
    assert "PostgreSQL cannot be reached" in asked.stderr
