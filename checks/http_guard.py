#!/usr/bin/env python3
"""Which hosts may curl talk to, and with which HTTP methods?

Wire it in runok.yml:

    types:
      ListedRequest:
        executor: 'python3 ./checks/http_guard.py --hosts=api.example.com,*.internal.example --methods=GET,HEAD'
    rules:
      - allow: 'curl *'
        validate: ListedRequest

Without --hosts the list is taken from the variable HTTP_GUARD_HOSTS; `*.example.com` stands for every name below it.
Without --methods it is GET,HEAD.

By hand:

    printf '%s' '{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","flags":{"X":"POST"},"args":["https://api.example.com"],"raw_command_line":"curl -X POST https://api.example.com","env":{},"cwd":"/"}}' | python3 ./checks/http_guard.py --hosts=api.example.com

It answers `deny` for a host or a method that is surely not on its list, `allow` where every URL and the method are on
it, and `ask` for everything that it does not surely understand: an option that it does not know, options that come from a
file, a proxy, curl's URL globbing, a URL that two parsers might read in two ways.
"""

import json
import os
import re
import sys
from urllib.parse import urlsplit

# curl's options by the names that runok passes (without dashes), each with the one name used below.
SYNONYMS = {
    "X": "request", "d": "data", "data-ascii": "data", "F": "form", "T": "upload-file", "I": "head", "G": "get",
    "H": "header", "o": "output", "b": "cookie", "w": "write-out", "A": "user-agent", "e": "referer", "u": "user",
    "m": "max-time", "r": "range", "s": "silent", "S": "show-error", "f": "fail", "i": "include", "v": "verbose",
    "L": "location", "N": "no-buffer", "4": "ipv4", "6": "ipv6", "0": "http1.0", "#": "progress-bar", "g": "globoff",
    "q": "disable", "show-headers": "include",
}
# Options that put a body into the request, which then is a POST, and what curl reads from a file with each.
BODIES = {"data", "data-raw", "data-binary", "data-urlencode", "json", "form", "form-string"}
# Options that change neither where the request goes, nor its method, nor any file.
HARMLESS = {
    "silent", "show-error", "fail", "fail-with-body", "include", "verbose", "no-buffer", "ipv4", "ipv6", "http1.0",
    "http1.1", "http2", "http3", "progress-bar", "no-progress-meter", "compressed", "max-time", "connect-timeout",
    "retry", "retry-delay", "retry-max-time", "retry-all-errors", "retry-connrefused", "user-agent", "referer", "range",
    "user", "oauth2-bearer", "globoff", "path-as-is", "tlsv1.2", "tlsv1.3", "max-filesize", "disable", "styled-output",
    "speed-limit", "speed-time", "limit-rate", "tcp-nodelay", "raw", "basic", "digest",
}
# Where curl sends a request of no scheme is guessed from these beginnings of the host.
GUESSED = ("ftp.", "dict.", "ldap.", "imap.", "smtp.", "pop3.")
HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.?\Z")
# Variables that send a request elsewhere or give curl more options.
ROUTING = re.compile(r"(.*_proxy|curl_.*|ssl.*|home|xdg_config_home)\Z", re.IGNORECASE)
SAFE_WORD = re.compile(r"[A-Za-z0-9_./:@%+=,~-]+\Z")


class Unsure(Exception):
    """Something that this check does not surely understand; the text says what."""


class Forbidden(Exception):
    """Something that is surely not on a list: what, and a command to run instead."""

    def __init__(self, message, suggestion=None):
        super().__init__(message)
        self.suggestion = suggestion


def options(params):
    """The options in order, under one name each."""
    pairs = params.get("flag_list")
    if pairs is None:
        pairs = list(params["flags"].items())
    return [(SYNONYMS.get(name, name), value) for name, value in pairs]


def read_header(value):
    name, _, _ = value.partition(":")
    name = name.strip(" ;").lower()
    if value.startswith("@"):
        raise Unsure("headers come from a file")
    # Some servers take another method than the request's from a header.
    if re.search(r"host|method|verb|override", name) or "\n" in value or "\r" in value:
        raise Unsure(f"the header {name!r} changes what is requested")


def check_option(name, value):
    """Raises unless the option leaves host, method and files alone."""
    if name in HARMLESS or name in BODIES:
        return
    if name in ("request", "head", "get", "upload-file", "url", "location"):
        return
    if name == "header":
        read_header(value)
    elif name == "cookie" and "=" in value:
        return
    elif name == "output" and value in ("-", "/dev/null"):
        return
    elif name == "write-out" and not value.startswith("@") and "%output" not in value:
        return
    else:
        raise Unsure(f"the option {name!r} is not one that this check knows to be harmless")


def check_body(name, value):
    """Raises where curl would read from a file what it sends."""
    from_file = {
        "data-raw": False,
        "form-string": False,
        "data-urlencode": "@" in value.partition("=")[0],
        "form": "@" in value or "<" in value,
        "upload-file": True,
    }.get(name, value.startswith("@"))
    if from_file:
        raise Unsure("what is sent comes from a file")


def methods_of(given):
    """The methods that curl may use; more than one where -X is repeated."""
    names = {name for name, _ in given}
    bodies = names & BODIES if "get" not in names else set()
    stated = [value for name, value in given if name == "request"]
    if stated:
        if not all(re.match(r"[A-Za-z]+\Z", method) for method in stated):
            raise Unsure("the method is not a word")
        # A server may take `post` for POST; a body makes any request more than a reading one.
        return [method.upper() for method in stated] + (["POST"] if bodies else [])
    methods = (["PUT"] if "upload-file" in names else []) + (["POST"] if bodies else [])
    methods += ["HEAD"] if "head" in names else []
    return methods or ["GET"]


def host_of(url):
    """The host of one URL, if every parser agrees about it, and whether the URL names a user."""
    if re.search(r"[^!-~]|[\\{}\[\]<>^|`\"]", url):
        raise Unsure(f"the URL {url!r} holds characters that are read in different ways")
    if "://" not in url:
        if re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", url, re.IGNORECASE) or url.lower().startswith(GUESSED):
            raise Unsure(f"curl guesses the scheme of {url!r}")
        url = "http://" + url
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        raise Unsure(f"the scheme {parts.scheme!r} is not HTTP")
    host = (parts.hostname or "").lower()
    if not HOST.match(host) or (not parts.path and "@" in parts.query + parts.fragment):
        raise Unsure(f"the host of {url!r} is not plain to see")
    try:
        parts.port
    except ValueError:
        raise Unsure(f"the port of {url!r} is not a number") from None
    return host.rstrip("."), parts.username is not None or parts.password is not None


def is_listed(host, hosts):
    for entry in hosts:
        if host == entry or (entry.startswith("*.") and host.endswith(entry[1:]) and host != entry[2:]):
            return True
    return False


def quoted(word):
    return word if SAFE_WORD.match(word) else "'" + word.replace("'", "'\\''") + "'"


def forbid(given, urls, hosts, methods):
    """Raises `Forbidden` for what is surely not on a list, whatever else is not understood."""
    for url in urls:
        try:
            host, _ = host_of(url)
        except Unsure:
            continue
        if not is_listed(host, hosts):
            raise Forbidden(f"{host} is not on the list of hosts")
    for method in methods_of(given):
        if method not in methods:
            reading = "curl " + " ".join(quoted(url) for url in urls) if "GET" in methods else None
            raise Forbidden(f"{method} requests are not allowed, only {', '.join(methods)}", reading)


def doubt(params, given, urls):
    """Raises `Unsure` for everything that is not surely understood."""
    if not urls:
        raise Unsure("no URL")
    for url in urls:
        if host_of(url)[1]:
            raise Unsure("a URL holds a user name or a password")
    for name, value in given:
        check_option(name, value)
        if name in BODIES or name == "upload-file":
            check_body(name, value)
    if "location" in [name for name, _ in given]:
        raise Unsure("redirects may lead to any host")
    for name in params.get("env", {}):
        if ROUTING.match(name):
            raise Unsure(f"{name} may send the request elsewhere")


def judge(params, hosts, methods):
    """Returns where the request is allowed; raises everywhere else."""
    if params["command"] != "curl":
        raise Unsure(f"this check knows curl, not {params['command']}")
    given = options(params)
    urls = params["args"] + [value for name, value in given if name == "url"]
    forbid(given, urls, hosts, methods)
    doubt(params, given, urls)


def configuration(arguments, environment):
    """The two lists, from the arguments and the environment."""
    lists = {"--hosts": environment.get("HTTP_GUARD_HOSTS", ""), "--methods": "GET,HEAD"}
    for argument in arguments:
        name, separator, value = argument.partition("=")
        if name not in lists or not separator:
            raise Unsure(f"http_guard.py does not know the argument {argument!r}")
        lists[name] = value
    hosts = [entry.lower() for entry in re.split(r"[,\s]+", lists["--hosts"]) if entry]
    methods = [entry.upper() for entry in re.split(r"[,\s]+", lists["--methods"]) if entry]
    if not hosts:
        raise Unsure("http_guard.py has no list of hosts: give it --hosts=… or HTTP_GUARD_HOSTS")
    return hosts, methods


def answer(request):
    try:
        judge(request["params"], *configuration(sys.argv[1:], os.environ))
        return {"status": "allow"}
    except Forbidden as forbidden:
        result = {"status": "deny", "message": str(forbidden)}
        if forbidden.suggestion:
            result["fix_suggestion"] = forbidden.suggestion
        return result
    except Unsure as unsure:
        return {"status": "ask", "message": str(unsure)}
    except Exception as error:  # a request of another shape than the protocol's, or a URL that is none
        return {"status": "ask", "message": f"http_guard.py could not judge this: {error!r}"}


def main():
    try:
        request = json.loads(sys.stdin.buffer.read())
        identifier = request["id"]
    except (ValueError, KeyError, TypeError) as error:
        refusal = {"code": -32700, "message": f"not a request: {error!r}"}
        print(json.dumps({"jsonrpc": "2.0", "id": None, "error": refusal}))
        return
    print(json.dumps({"jsonrpc": "2.0", "id": identifier, "result": answer(request)}))


main()
