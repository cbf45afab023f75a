#!/usr/bin/env python3
"""Creates an asset, records an event, reads it, waits for its proof and verifies the proof.

Usage: python3 examples/sdk.py [CREDENTIALS]

Sends the requests that the public Python SDK of the hosted service sends, with the standard library alone.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class ArchivistError(Exception):
    """A response with a status of 400 or more."""

    def __init__(self, status, text):
        super().__init__(f"{status}: {text}")
        self.status = status


class Archivist:
    """The calls of the SDK's class of this name. `url` is the origin; `auth` is (client_id, client_secret)."""

    def __init__(self, url, auth):
        self.root = f"{url}/archivist"
        self.auth = auth
        self.token = None
        self.expires = 0.0

    def request(self, method, path, body=None, form=None, retries=3):
        """Sends a request and returns the JSON of the response."""
        headers = {}
        data = None
        if form is not None:
            data = urllib.parse.urlencode(form).encode()
        else:
            headers["Authorization"] = f"Bearer {self.bearer()}"
            if body is not None:
                headers["Content-Type"] = "application/json"
                data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.root}/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            seconds = float(error.headers.get("Archivist-Rate-Limit-Reset") or 0)
            if error.code == 429 and seconds > 0 and retries > 0:
                time.sleep(seconds)
                return self.request(method, path, body, form, retries - 1)
            raise ArchivistError(error.code, error.read().decode()) from None

    def bearer(self):
        """Returns the token, a new one ten seconds before it expires."""
        if time.time() > self.expires - 10:
            client_id, client_secret = self.auth
            answer = self.request(
                "POST",
                "iam/v1/appidp/token",
                form={
                    "grant_type": "client_credentials",
                    "client_id": client_id,
                    "client_secret": client_secret,
                },
            )
            self.token = answer["access_token"]
            self.expires = time.time() + answer["expires_in"]
        return self.token

    def assets_create(self, props=None, attrs=None, confirm=False):
        asset = self.request("POST", "v2/assets", {**(props or {}), "attributes": attrs or {}})
        return self.wait_for_confirmation(asset["identity"]) if confirm else asset

    def assets_read(self, identity):
        return self.request("GET", f"v2/{identity}")

    def events_create(self, asset_identity, props, attrs, asset_attrs=None, confirm=False):
        event = self.request(
            "POST",
            f"v2/{asset_identity}/events",
            {**props, "event_attributes": attrs, "asset_attributes": asset_attrs or {}},
        )
        return self.wait_for_confirmation(event["identity"]) if confirm else event

    def events_read(self, identity):
        return self.request("GET", f"v2/{identity}")

    def wait_for_confirmation(self, identity):
        """Reads a record until it is confirmed, with exponential backoff."""
        pause = 0.1
        for _ in range(20):
            entity = self.request("GET", f"v2/{identity}")
            if entity["confirmation_status"] == "CONFIRMED":
                return entity
            if entity["confirmation_status"] == "FAILED":
                break
            time.sleep(pause)
            pause = min(pause * 2, 30)
        raise TimeoutError(f"{identity}: not confirmed")


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".state/admin.json"), encoding="utf-8") as file:
        credentials = json.load(file)
    url = credentials["base_url"].removesuffix("/archivist")
    archivist = Archivist(url, (credentials["client_id"], credentials["client_secret"]))

    asset = archivist.assets_create(
        props={"behaviours": ["RecordEvidence"]},
        attrs={"arc_display_name": "Pump 7", "arc_display_type": "Pump"},
        confirm=True,
    )
    print("asset:  ", asset["identity"])
    event = archivist.events_create(
        asset["identity"],
        props={"operation": "Record", "behaviour": "RecordEvidence"},
        attrs={"arc_display_type": "Inspection", "inspector": "Ada"},
        asset_attrs={"condition": "good"},
        confirm=True,
    )
    print("event:  ", event["identity"])
    print("asset:   condition is", archivist.assets_read(asset["identity"])["attributes"]["condition"])
    print("event:   inspector is", archivist.events_read(event["identity"])["event_attributes"]["inspector"])

    genesis = archivist.request("GET", "v1/node")["blockchain_nodes"][0]["genesis_hash"]
    proof = proof_of(archivist, event["identity"])
    # The standard library of Python has no Keccak-256, so that the verifier of this repository checks the proof.
    verify = ["npm", "run", "-s", "verify", "--", "-", "--genesis", genesis]
    subprocess.run(verify, cwd=ROOT, input=json.dumps(proof).encode(), check=True)


def proof_of(archivist, event_identity):
    """Returns the proof. It responds with 404 until the event is anchored."""
    end = time.monotonic() + float(os.environ.get("PROOF_SECONDS", "120"))
    while True:
        try:
            return archivist.request("GET", f"v2/{event_identity}:proof?form=window")
        except ArchivistError as error:
            if error.status != 404 or time.monotonic() > end:
                raise
            time.sleep(1)


if __name__ == "__main__":
    main()
