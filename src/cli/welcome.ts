import type { Credentials, StatePaths } from '../local/state.ts';

/** What `npm start` prints once the service answers: the address, the credentials, first steps. */
export function welcome(paths: StatePaths, credentials: Credentials): string {
  const { base_url, tenant_identity, client_id, client_secret } = credentials;
  return `
The service answers. Ctrl-C ends it.

  console        ${new URL(base_url).origin}/console/
  base address   ${base_url}
  tenant         ${tenant_identity}
  client id      ${client_id}
  client secret  ${client_secret}

These stand in ${paths.admin}; the service's log is ${paths.serviceLog}. Mail is not sent but kept:
${new URL(base_url).origin}/cdn-cgi/local/explorer/api/local/email/sending lists it, ?email_id=ID shows one.
Paste into another terminal, in this order:

# 1. a token, valid for one hour
TOKEN=$(curl -fsS ${base_url}/iam/v1/appidp/token \\
  -d grant_type=client_credentials -d client_id=${client_id} \\
  -d client_secret=${client_secret} \\
  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')

# 2. an asset
ASSET=$(curl -fsS ${base_url}/v2/assets \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"behaviours":["RecordEvidence"],"attributes":{"arc_display_name":"My first asset"}}' \\
  | sed -n 's/.*"identity": *"\\(assets\\/[^"]*\\)".*/\\1/p'); echo "$ASSET"

# 3. an event on it
curl -sS -w '\\n' ${base_url}/v2/$ASSET/events \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"operation":"Record","behaviour":"RecordEvidence","event_attributes":{"arc_description":"Inspected"},"asset_attributes":{"state":"good"}}'

`;
}
