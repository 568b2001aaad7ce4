import { createECDH } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'

/** The curve of all keys of Web Push (RFC 8292, RFC 8291). */
export const PUSH_KEY_CURVE = 'prime256v1'

/** The keys by which push services recognize this deployment, in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const NAME = 'push_keys'

/**
 * Reads the deployment's push keys, or creates them the first time. They do not depend on SECRET,
 * which may change, since browsers accept messages only under the key with which they subscribed.
 */
export async function loadPushKeys({
  database,
  secrets
}: Pick<Context, 'database' | 'secrets'>): Promise<PushKeys> {
  const { db } = database
  const kept = await readPushKeys({ database, secrets })
  if (kept !== null) return kept
  const value = secrets.seal(JSON.stringify(createKeys()))
  // If another process creates keys at the same moment, those that were stored first stay.
  await db
    .insertInto('meta')
    .values({ key: NAME, value })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  return JSON.parse(secrets.open((await read(db)) ?? value)) as PushKeys
}

/**
 * Reads the deployment's push keys; null if no browser has needed them yet.
 * @throws Error when they were sealed under another SECRET
 */
export async function readPushKeys({
  database: { db },
  secrets
}: Pick<Context, 'database' | 'secrets'>): Promise<PushKeys | null> {
  const kept = await read(db)
  return kept === undefined ? null : (JSON.parse(secrets.open(kept)) as PushKeys)
}

async function read(db: Context['database']['db']): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', NAME).executeTakeFirst()
  return row?.value
}

function createKeys(): PushKeys {
  const pair = createECDH(PUSH_KEY_CURVE)
  const publicKey = pair.generateKeys('base64url')
  // A private key that begins with zeros would be shorter without padding.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  return { publicKey, privateKey: Buffer.from(privateKey, 'hex').toString('base64url') }
}
