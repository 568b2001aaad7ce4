import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = {
  /** Derives a key for one purpose, so that no key serves two. 32 bytes. */
  key(purpose: string): Uint8Array
  /** Encrypts a text under the current secret (AES-256-GCM), with the key's id in front. */
  seal(text: string): string
  /** Decrypts a sealed text under the current or the previous secret. Throws when neither fits. */
  open(box: string): string
  /** Tells whether a text is sealed under the current secret. */
  isCurrent(box: string): boolean
  /** Derives a key from the secret before a rotation; null if there is none. */
  previousKey(purpose: string): Uint8Array | null
}

/**
 * Creates encryption and keys from the deployment's secret.
 * @param secret at least 32 characters
 * @param previous the secret before a rotation, still valid for opening
 */
export function createSecrets(secret: string, previous: string | null = null): Secrets {
  const keys = [secret, previous]
    .filter(each => each !== null)
    .map(each => ({ id: keyId(each), key: derive(each, 'box') }))
  const derived = new Map<string, Uint8Array>()
  const [current] = keys
  if (current === undefined) throw new TypeError('a secret is needed')
  return {
    key(purpose) {
      const key = derived.get(purpose) ?? derive(secret, purpose)
      derived.set(purpose, key)
      return key
    },
    isCurrent: box => box.startsWith(`${current.id}.`),
    previousKey: purpose => (previous === null ? null : derive(previous, purpose)),
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      const sealed = Buffer.concat([
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag()
      ])
      return [current.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(box) {
      const [id, nonce = '', sealed = ''] = box.split('.')
      const found = keys.find(key => key.id === id)
      if (found === undefined) throw new Error('sealed under a SECRET that is not known here')
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16
      })
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString(
        'utf8'
      )
    }
  }
}

/**
 * Reads the secret in the data folder, or creates it at first start, readable by its owner only.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomToken(), { mode: 0o600, flag: 'wx' })
  }
  chmodSync(file, 0o600)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new Error(
      `The secret in ${file} is cut off: restore it from a backup, or delete it to create a new one.`
    )
  return secret
}

/**
 * Returns 256 random bits for codes, tokens and cookies; with a prefix where a person may see it.
 */
export function randomToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** Hashes a token for storage: a fast hash suffices for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'polymuse', purpose, 32))
}

function keyId(secret: string): string {
  return createHash('sha256').update(`id:${secret}`).digest('base64url').slice(0, 8)
}
