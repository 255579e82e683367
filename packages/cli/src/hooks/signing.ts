/** How a message to a hook is signed, for the help: by a library of Standard Webhooks, or with openssl. */
export const signingHelp = `
Send a JSON object: "text", and where you like "title" and "requested_action". It is signed as Standard Webhooks 1 has it, here with a
library of https://www.standardwebhooks.com:
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  await fetch(url, { method: 'POST', headers, body });

Or with openssl and curl:
  id=msg_$(date +%s)$$ at=$(date +%s) body='{"text": "The build is broken."}'
  key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
  sig=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  curl -X POST "$URL" -H 'content-type: application/json' -H "webhook-id: $id" -H "webhook-timestamp: $at" \\
    -H "webhook-signature: v1,$sig" -d "$body"`;
