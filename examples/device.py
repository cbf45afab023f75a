#!/usr/bin/env python3
"""Enrols a key of a device, signs an event with it (docs/statements.md), and records the event.

Usage: python3 examples/device.py [CREDENTIALS]

Needs the package `cryptography`. A real device makes its key once, keeps it, and sends a statement until it is stored.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sdk import ROOT, Archivist


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def cbor(value):
    """Encodes a value in deterministic CBOR (RFC 8949, section 4.2.1)."""
    if isinstance(value, int):
        major, n, body = (0, value, b"") if value >= 0 else (1, -1 - value, b"")
    elif isinstance(value, (bytes, str)):
        body = value.encode() if isinstance(value, str) else value
        major, n = 3 if isinstance(value, str) else 2, len(body)
    elif isinstance(value, list):
        major, n, body = 4, len(value), b"".join(map(cbor, value))
    else:
        major, n = 5, len(value)
        body = b"".join(sorted(cbor(key) + cbor(item) for key, item in value.items()))
    size = next(i for i, most in enumerate((24, 1 << 8, 1 << 16, 1 << 32, 1 << 64)) if n < most)
    return bytes([major << 5 | (23 + size if size else n)]) + (n.to_bytes(1 << size - 1, "big") if size else b"") + body


def bencode(value):
    if isinstance(value, str):
        text = value.encode()
        return b"%d:%s" % (len(text), text)
    if isinstance(value, list):
        return b"l" + b"".join(map(bencode, value)) + b"e"
    items = sorted((key.encode(), key, item) for key, item in value.items())
    return b"d" + b"".join(bencode(key) + bencode(item) for _, key, item in items) + b"e"


def commitments(event, seed):
    """Returns the salted commitments to the attributes of an event, and the padding, in ascending order."""
    found = []
    for kind in ("asset_attributes", "event_attributes"):
        for name, value in event[kind].items():
            salt = hmac.new(seed, bencode(["AUTHORSTATEMENTV1-SALT", kind, name]), "sha256").digest()[:16]
            found.append(hashlib.sha256(bencode(["AUTHORSTATEMENTV1-FIELD", salt.hex(), kind, name, value])).digest())
    for i in range(-len(found) % 4):
        found.append(hmac.new(seed, bencode(["AUTHORSTATEMENTV1-PADDING", str(i)]), "sha256").digest())
    return sorted(found)


class Signer:
    """An Ed25519 key. Keep it where only the device can use it, such as in a secure element."""

    def __init__(self):
        self.key = Ed25519PrivateKey.generate()
        self.jwk = {"crv": "Ed25519", "kty": "OKP", "x": base64url(self.key.public_key().public_bytes_raw())}

    def thumbprint(self):
        return hashlib.sha256(json.dumps(self.jwk, sort_keys=True, separators=(",", ":")).encode()).digest()

    def enrolment(self, base_url, whoami):
        """Returns the JWT that shows the service that the caller has the key."""
        header = {"alg": "EdDSA", "typ": "signing-key+jwt", "jwk": self.jwk}
        principal = whoami["principal"]
        claims = {"aud": base_url, "iss": principal["issuer"], "sub": principal["subject"]}
        claims |= {"tenant_identity": whoami["tenantid"], "iat": int(time.time())}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        return f"{signed}.{base64url(self.key.sign(signed.encode()))}"

    def statement(self, asset_identity, event):
        """Returns `author_statement` for an event, whose `timestamp_declared` must be as the service stores it."""
        seed = os.urandom(32)
        payload = {name: event[name] for name in ("operation", "behaviour", "timestamp_declared")}
        payload |= {"schema": "AUTHORSTATEMENTV1", "asset_identity": asset_identity, "nonce": os.urandom(16)}
        payload = cbor(payload | {"commitments": commitments(event, seed)})
        header = cbor({1: -8, 4: self.thumbprint()})
        signature = self.key.sign(cbor(["Signature1", header, b"", payload]))
        # A COSE_Sign1 (tag 18) with an empty unprotected header, and nil in place of the payload.
        detached = b"\xd2\x84" + cbor(header) + b"\xa0\xf6" + cbor(signature)
        return {
            "signature": base64.b64encode(detached).decode(),
            "payload": base64.b64encode(payload).decode(),
            "seed": base64url(seed),
        }


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".state/admin.json"), encoding="utf-8") as file:
        credentials = json.load(file)
    base_url = credentials["base_url"]
    url = base_url.removesuffix("/archivist")
    archivist = Archivist(url, (credentials["client_id"], credentials["client_secret"]))

    signer = Signer()
    enrolment = signer.enrolment(base_url, archivist.request("GET", "v1/whoami"))
    key = archivist.request("POST", "v1/signing_keys", {"display_name": "Sensor 7", "enrolment": enrolment})
    print("key:    ", key["thumbprint"])
    asset = archivist.assets_create(attrs={"arc_display_name": f"Tank {uuid.uuid4()}", "arc_display_type": "Tank"})
    print("asset:  ", asset["identity"])
    event = {
        "operation": "Record",
        "behaviour": "RecordEvidence",
        "timestamp_declared": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "event_attributes": {"arc_display_type": "Reading", "level": "7.5"},
        "asset_attributes": {"level": "7.5"},
    }
    event["author_statement"] = signer.statement(asset["identity"], event)
    recorded = [archivist.request("POST", f"v2/{asset['identity']}/events", event)["identity"] for _ in range(2)]
    print("event:  ", recorded[0])
    print("again:  ", recorded[1])


if __name__ == "__main__":
    main()
