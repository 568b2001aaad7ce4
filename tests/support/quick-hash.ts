import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// By design, a password hash takes a tenth of a second and 32 MB. A suite that signs up thousands
// of users would spend minutes on it. This is the same function at a thousandth of the cost.
const whole = crypto.scrypt as (
  password: string,
  salt: string,
  length: number,
  options: ScryptOptions,
  done: () => void
) => void

function quick(
  password: string,
  salt: string,
  length: number,
  options: ScryptOptions,
  done: () => void
): void {
  whole(password, salt, length, { ...options, N: 16 }, done)
}

// Replace it only once: test files that share a worker also share its Node modules.
if (whole.name !== quick.name) {
  Object.assign(crypto, { scrypt: quick })
  syncBuiltinESMExports()
}
