#!/bin/sh
# Creates an asset, records an event, reads it, waits for its proof and verifies the proof.
# Usage: sh examples/curl.sh [CREDENTIALS]
set -eu
cd "$(dirname "$0")/.."
CREDENTIALS=${1-.state/admin.json}

# Prints the first string of this name in the JSON on stdin.
value() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" | head -n 1; }

BASE=$(value base_url < "$CREDENTIALS")

# A token is valid for one hour.
TOKEN=$(curl -fsS "$BASE/iam/v1/appidp/token" \
  -d grant_type=client_credentials \
  -d client_id="$(value client_id < "$CREDENTIALS")" \
  -d client_secret="$(value client_secret < "$CREDENTIALS")" \
  | value access_token)

ASSET=$(curl -fsS "$BASE/v2/assets" \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"behaviours": ["RecordEvidence"], "attributes": {"arc_display_name": "Pump 7", "arc_display_type": "Pump"}}' \
  | value identity)
echo "asset:   $ASSET"

# With an Idempotency-Key, the request can be sent again after a lost response without a second event.
KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
EVENT=$(curl -fsS "$BASE/v2/$ASSET/events" \
  --retry 3 --retry-connrefused \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: $KEY" \
  -d '{
        "operation": "Record",
        "behaviour": "RecordEvidence",
        "event_attributes": {"arc_display_type": "Inspection", "inspector": "Ada"},
        "asset_attributes": {"condition": "good"}
      }' \
  | value identity)
echo "event:   $EVENT"

CONDITION=$(curl -fsS "$BASE/v2/$ASSET" -H "Authorization: Bearer $TOKEN" | value condition)
echo "asset:   condition is $CONDITION"
INSPECTOR=$(curl -fsS "$BASE/v2/$EVENT" -H "Authorization: Bearer $TOKEN" | value inspector)
echo "event:   inspector is $INSPECTOR"

# The proof responds with 404 until the event is anchored.
GENESIS=$(curl -fsS "$BASE/v1/node" -H "Authorization: Bearer $TOKEN" | value genesis_hash)
PROOF=$(mktemp)
trap 'rm -f "$PROOF"' EXIT
curl -fs --retry "${PROOF_SECONDS-120}" --retry-delay 1 --retry-all-errors -o "$PROOF" \
  "$BASE/v2/$EVENT:proof?form=window" -H "Authorization: Bearer $TOKEN"
npm run -s verify -- "$PROOF" --genesis "$GENESIS"
