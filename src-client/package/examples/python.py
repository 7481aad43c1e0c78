"""Calls a Holderscope service by the operations of its /openapi.json. Needs the standard library only (Python 3.11).

HOLDERSCOPE_URL=http://127.0.0.1:4690 HOLDERSCOPE_KEY=... python3 python.py sol ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82
"""

import json
import os
import sys
from typing import Any, TypedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

URL = os.environ.get("HOLDERSCOPE_URL", "http://127.0.0.1:4690")
KEY = os.environ.get("HOLDERSCOPE_KEY", "")


class Overview(TypedDict):
    cluster_pct: float
    snipers_pct: float
    bundlers_pct: float
    dev_pct: float
    insiders_pct: float
    top10_pct: float


class Holderscope:
    """Every operation of the service by its id."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key
        with urlopen(f"{url}/openapi.json") as answer:
            paths: dict[str, dict[str, Any]] = json.load(answer)["paths"]
        self.operations = {row["operationId"]: (method.upper(), path, row) for path, methods in paths.items() for method, row in methods.items()}

    def call(self, operation: str, **values: str | int) -> tuple[Any, list[str]]:
        """Returns the answer, and the names of its fields whose value is not known."""
        method, path, row = self.operations[operation]
        places = {parameter["name"]: parameter["in"] for parameter in row["parameters"]}
        for name in [name for name in values if places.get(name) == "path"]:
            path = path.replace("{" + name + "}", quote(str(values[name]), safe=""))
        query = urlencode({name: value for name, value in values.items() if places.get(name) == "query"})
        request = Request(f"{self.url}{path}{'?' + query if query else ''}", method=method, headers={"X-API-Key": self.key})
        with urlopen(request) as answer:
            unknown = answer.headers.get("X-Data-Unknown")
            return json.load(answer), unknown.split(", ") if unknown else []


if __name__ == "__main__":
    network, token = sys.argv[1:3]
    service = Holderscope(URL, KEY)
    try:
        overview: Overview
        overview, unknown = service.call("overview", network=network, token_address=token)
        for name, percent in overview.items():
            print(name, "unknown" if name in unknown else percent)
        page, _ = service.call("trades", network=network, token=token, limit=5)
        print(len(page["trades"]), "trades, more" if page["next_cursor"] else "trades")
    except HTTPError as error:
        sys.exit(json.load(error)["detail"])
