/**
 * Sample that checks the signature of a callback. It needs the raw body, before anything parses it
 * as JSON.
 */
export const VERIFY_JAVASCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE = 300 // seconds

export function isGenuine(secret, header, body) {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map(part => part.split('=')))
  if (Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE) return false
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest()
  const given = Buffer.from(v1, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
`

export const VERIFY_PYTHON = `import hashlib
import hmac
import time

TOLERANCE = 300  # seconds

def is_genuine(secret: str, header: str, body: bytes) -> bool:
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    if not parts.get("t", "").isdigit() or abs(time.time() - int(parts["t"])) > TOLERANCE:
        return False
    expected = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts.get("v1", ""), expected)
`
