"""A service on the network in this process, and what its streams bring, step by step."""

import asyncio
import time
from contextlib import closing
from threading import Event, Thread

import httpx
import uvicorn

from cli.commands.serve import listen
from referee.testing.phones import GENEROUS, KEEPER, Service, numbered_keyring, same_time
from referee.web.app import make_app
from referee.web.run import Connection
from referee.web.streams.live_tables import Listener, LiveTables

PATIENCE_SECONDS = 60
"""So long a stream may be on its way before a test gives up."""


class Patient(Listener):
    """An open stream of which it is known whether it has sent all there is."""

    is_waiting = False

    async def changed(self, *how):
        self.is_waiting = True
        try:
            return await super().changed(*how)
        finally:
            self.is_waiting = False

    @property
    def is_idle(self):
        """Whether all was sent, and nothing is to be looked at."""
        return self.is_waiting and not self._woken.is_set()


class PatientTables(LiveTables):
    """Live tables that know whether their streams have sent all there is; `sent` counts bytes by viewer."""

    new_listener, loop = Patient, None

    def __init__(self, *args, **how):
        super().__init__(*args, **how)
        self.sent = {}

    def counting(self, app):
        async def counted_app(scope, receive, send):
            self.sent[scope.get("client")] = 0  # a port may have been somebody else's before

            async def counted_send(message):
                self.sent[scope["client"]] += len(message.get("body", b""))
                await send(message)

            await app(scope, receive, counted_send if scope["type"] == "http" else send)

        return counted_app

    def listen(self, *how):
        self.loop = asyncio.get_running_loop()
        return super().listen(*how)

    async def all_sent(self, viewer):
        """Count what was sent to a viewer; None while some stream has anything to send."""
        streams = [each for listeners in self._listeners.values() for each in listeners]
        is_at_rest = not self._unsettled and all(each.is_idle for each in streams)
        return self.sent.get(viewer) if is_at_rest else None

    def has_sent_just(self, viewer, size):
        """Whether a viewer got so many bytes and no stream has any more; asked behind all that was woken."""
        return size == asyncio.run_coroutine_threadsafe(self.all_sent(viewer), self.loop).result()


class Broadcast(Service):
    """A service that can be listened to; two of them tell the same time and give the same links."""

    def __init__(self, path):
        self.path = path
        self.live = PatientTables(path, keyring=numbered_keyring(), clock=same_time)
        self.app = make_app(path, host_token=KEEPER, limits=GENEROUS, live=self.live)

    def __enter__(self):
        self.listening = listen("127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        config = uvicorn.Config(
            self.live.counting(self.app),
            http=Connection,
            log_level="critical",
            timeout_graceful_shutdown=1,
            date_header=False,
            server_header=False,
        )
        self.server = uvicorn.Server(config)
        self.server.install_signal_handlers = lambda: None
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [self.listening]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.client = httpx.Client(base_url=self.base, follow_redirects=True, timeout=PATIENCE_SECONDS)
        return self

    def __exit__(self, *how):
        self.live.stop()
        self.client.close()
        self.server.should_exit = True
        self.thread.join()
        self.listening.close()


class Watcher(Thread):
    """Reads one stream; `steps` is what came by, cut where somebody acted."""

    def __init__(self, service, path, token=None):
        super().__init__(daemon=True)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.live = service.live
        self.request = {
            "method": "GET",
            "url": service.base + path,
            "headers": headers,
            "timeout": PATIENCE_SECONDS,
        }
        self.came, self.cut_at, self.steps, self.viewer, self.is_open = b"", 0, [], None, Event()
        self.start()
        assert self.is_open.wait(PATIENCE_SECONDS)

    def run(self):
        try:
            with closing(httpx.Client()) as client, client.stream(**self.request) as answer:
                self.viewer = answer.extensions["network_stream"].get_extra_info("client_addr")
                for piece in answer.iter_raw():
                    self.came += piece
                    self.is_open.set()
        except httpx.HTTPError:
            pass

    def cut(self):
        """Wait until everything sent has come; what came since the last cut is one step."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.live.has_sent_just(self.viewer, len(self.came)):
            assert time.monotonic() < until, "a stream never came to rest"
            time.sleep(0.002)
        self.steps.append(self.came[self.cut_at :])
        self.cut_at = len(self.came)
