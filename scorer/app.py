"""The app, put together."""

import logging
import re

from flask import Flask, Response, current_app, request
from jinja2.ext import Extension

from scorer.services.club.devices import KEPT_FOR
from scorer.settings import ROOT, Settings
from scorer.storage.database import open_database
from scorer.web import assets, compression, errors, hosts, pages, security

MAX_REQUEST = 64 * 1024
MAX_FIELDS = 400


class Outdented(Extension):
    """Templates whose lines are indented by one space, which keeps words apart."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The text of a template, indented so."""
        return re.sub(r"\n +", "\n ", source)


def build_app(settings: Settings) -> Flask:
    """Make the app with these settings; the database has to be prepared already."""
    app = Flask(
        "scorer",
        template_folder=str(ROOT / "templates"),
        static_folder=None,
        instance_path=str(settings.instance.resolve()),
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        MAX_FORM_MEMORY_SIZE=MAX_REQUEST,
        MAX_FORM_PARTS=MAX_FIELDS,
        PERMANENT_SESSION_LIFETIME=KEPT_FOR,
        SESSION_COOKIE_NAME="scorer",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        # A token outlives an evening: it is good for as long as the cookie it belongs to.
        WTF_CSRF_TIME_LIMIT=None,
        # The guard checks it, without a search for views that are exempt.
        WTF_CSRF_CHECK_DEFAULT=False,
    )
    app.logger.setLevel(logging.INFO)
    # A redirect to the address with its slash would name the host that was sent.
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(Outdented)
    app.extensions["scorer"] = {
        "settings": settings,
        "database": open_database(settings.database_url),
    }
    if settings.trust_proxy:
        from werkzeug.middleware.proxy_fix import ProxyFix

        hops = settings.trust_proxy
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops
        )
    assets.init_app(app, ROOT / "static")
    hosts.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    pages.init_app(app)
    compression.init_app(app)
    if settings.access_log:
        app.after_request(log_request)
    return app


def log_request(response: Response) -> Response:
    """Log a request by the pattern of its address, which holds no id and no code."""
    asked = f"{request.method} {request.url_rule}" if request.url_rule else "-"
    current_app.logger.info("%s from %r: %d", asked, request.remote_addr, response.status_code)
    return response
