"""Several machines over one database, behind a proxy that sends each connection to the next."""

import asyncio
import threading
from contextlib import ExitStack, suppress

from tests.serving import Server

CHUNK = 64 * 1024


class Machines:
    """Servers with one key and one database, and the proxy in front of them.

    A connection that a machine does not take goes to the next; one that breaks is closed.
    """

    def __init__(self, *servers):
        self.servers, self.turn = servers, 0
        self.port, self._stack = 0, ExitStack()

    @classmethod
    def over(cls, folder, how_many, **settings):
        """So many machines, each with a folder of its own."""
        return cls(*(Server(folder / f"machine-{at}", **settings) for at in range(how_many)))

    def __enter__(self):
        for server in self.servers:
            self._stack.enter_context(server)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._proxy = self._run(asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=2048))
        self.port = self._proxy.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *fault):
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._stack.close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def invitation(self):
        """The path of the newest link that one of them printed."""
        return self.servers[0].invitation()

    def run(self, *words):
        """Run another command of the app on one of them."""
        return self.servers[0].run(*words)

    def _run(self, doing):
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result()

    async def _close(self):
        self._proxy.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader, writer):
        with suppress(OSError):
            there_reader, there_writer = await self._next()
            ways = (self._send(reader, there_writer), self._send(there_reader, writer))
            await asyncio.gather(*ways)
        writer.close()

    async def _next(self):
        self.turn += 1
        first = self.turn % len(self.servers)
        for server in (*self.servers[first:], *self.servers[:first]):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", server.port)
        raise ConnectionRefusedError

    async def _send(self, reader, writer):
        with suppress(OSError):
            while sent := await reader.read(CHUNK):
                writer.write(sent)
                await writer.drain()
        writer.close()
