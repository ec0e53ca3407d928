"""The written site on a host of this machine, below a path, which may be gone and come back."""

import base64
import hashlib
import json
import re
import shutil
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

PATH = "/referee/"
TEXTS = {".html", ".js", ".mjs", ".json"}


class Host:
    """Serves a folder at `start`, always at the same port; a file named in `missing` is not found."""

    def __init__(self, folder):
        self.folder, self.missing, self.port = folder, set(), 0
        self.serve()

    def serve(self):
        host = self

        class Files(SimpleHTTPRequestHandler):
            def translate_path(self, path):
                name = path.partition("?")[0]
                below = name.removeprefix(PATH)
                is_there = name.startswith(PATH) and below not in host.missing
                return str(host.folder / (below or "index.html")) if is_there else "/nowhere"

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Files)
        self.port = self.server.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.start = f"{self.origin}{PATH}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        """Take the host off the network; nothing answers at its port."""
        self.server.shutdown()
        self.server.server_close()


def read_version(folder):
    return json.loads((folder / "version.json").read_bytes())["version"]


def alter(site, into, name="", before=""):
    """Write the site as another version into a folder, with some text before one of its scripts."""
    shutil.copytree(site, into)
    old = read_version(site)
    for path in into.rglob("*"):
        if path.suffix in TEXTS:
            path.write_bytes(path.read_bytes().replace(old.encode(), f"{old}.next".encode()))
    if name:
        script = into / name
        script.write_text(before + script.read_text("utf-8"), "utf-8")
    worker = (into / "sw.js").read_text("utf-8")
    before, listed, after = re.split(r"(?<=FILES = )(.*?)(?=; //)", worker, maxsplit=1)
    changed = [(path, *_measure(into / path)) for path, *_ in json.loads(listed)]
    (into / "sw.js").write_text(before + json.dumps(changed) + after, "utf-8")
    return into


def _measure(path):
    """Return bytes and SHA-256 of a file, as the service worker has them listed."""
    content = path.read_bytes()
    return len(content), base64.b64encode(hashlib.sha256(content).digest()).decode()
