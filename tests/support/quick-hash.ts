import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// The hash of a password takes a tenth of a second and 32 MB by design, on which a suite that signs up thousands of people
// spends minutes. Here it is the same function at a thousandth of the cost.
const whole = crypto.scrypt as (password: string, salt: string, length: number, options: ScryptOptions, done: () => void) => void

function quick(password: string, salt: string, length: number, options: ScryptOptions, done: () => void): void {
  whole(password, salt, length, { ...options, N: 16 }, done)
}

// Files that share a worker share its modules of Node as well.
if (whole.name !== quick.name) {
  Object.assign(crypto, { scrypt: quick })
  syncBuiltinESMExports()
}
