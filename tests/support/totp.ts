import { createOTP } from '@better-auth/utils/otp'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * What an authenticator app shows for the address in its QR code.
 * @returns the code of this moment, or, asked again in it, the next one's, which counts already: each counts once
 */
export function authenticator(totpUri: string): () => Promise<string> {
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  const bits = [...secret].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))
  let last = 0
  return () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1)
    return createOTP(String.fromCharCode(...bytes)).hotp(last)
  }
}
