import { createOTP } from '@better-auth/utils/otp'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Creates an authenticator app for the address of a QR code.
 * @returns a function that returns the current code. A second call within the same period returns
 * the next code, which is already valid: each code works only once.
 */
export function authenticator(totpUri: string): () => Promise<string> {
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  const bits = [...secret]
    .map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))
  let last = 0
  return () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1)
    return createOTP(String.fromCharCode(...bytes)).hotp(last)
  }
}
