"""What can go wrong in a page without anybody seeing it."""

from urllib.parse import urlsplit


class Watch:
    """Notes every error on a page's console, every failed request, and every request that leaves `origin`."""

    def __init__(self, page, origin, ignored=()):
        self.page, self.home, self.ignored, self.troubles = page, urlsplit(origin).netloc, ignored, []
        self._listeners = {
            "console": self._on_console,
            "pageerror": self._on_error,
            "request": self._on_request,
            "requestfailed": self._on_failed,
            "response": self._on_response,
        }
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def stop(self):
        """Stop looking; returns the troubles."""
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        return self.troubles

    def _on_console(self, message):
        if message.type == "error" and not any(noise in message.text for noise in self.ignored):
            self.troubles.append(f"on the console: {message.text}")

    def _on_error(self, error):
        # JupyterLab's own, when a page is left while it still asks a kernel for a thread beside the first.
        if "Canceled future for create_subshell_request" not in str(error):
            self.troubles.append(f"uncaught: {error.stack or error}")

    def _on_request(self, request):
        if request.url.startswith(("http", "ws")) and urlsplit(request.url).netloc != self.home:
            self.troubles.append(f"a request to the outside: {request.url}")

    def _on_failed(self, request):
        if request.failure != "net::ERR_ABORTED":  # the page itself thought better of it
            self.troubles.append(f"a request failed: {request.url} ({request.failure})")

    def _on_response(self, response):
        if response.status >= 400:
            self.troubles.append(f"a request was answered with {response.status}: {response.url}")
