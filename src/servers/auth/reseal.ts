import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import { identitySecret, previousIdentitySecret } from '#servers/lib/verification.ts'

type Needs = Pick<Context, 'database' | 'secrets' | 'log'>

/** Columns with texts that are sealed with our secret. Other rows with such texts last a day. */
const BOXES = [
  ['credential', 'token_box'],
  ['provider_key', 'box'],
  ['own_key', 'box'],
  ['own_service', 'box'],
  ['mail', 'box'],
  ['refresh_token', 'next_box'],
  ['meta', 'value']
] as const

/** Columns that better-auth encrypts. Its texts do not name their key. */
const IDENTITY = [
  ['twoFactor', 'secret'],
  ['twoFactor', 'backupCodes'],
  ['account', 'accessToken'],
  ['account', 'refreshToken']
] as const

/** Our sealed texts: a key's id of 8 characters, a nonce, and the rest. */
const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]{22,}$/

/** Texts that one statement reads. */
const BATCH = 200

/** Returns the text under the current secret, the same text if it is already, or null if lost. */
type Renew = (text: string) => Promise<string | null>

/**
 * Creates the work that seals everything again after a rotation of SECRET, so that SECRET_PREVIOUS
 * can go. It reads all texts once in each process, and again until no text is left.
 */
export function createReseal(needs: Needs): () => Promise<void> {
  let isDone = previousIdentitySecret(needs.secrets) === null
  let running: Promise<void> | null = null
  const pass = async (): Promise<void> => {
    const counts = { renewed: 0, lost: 0 }
    for (const [table, column] of BOXES)
      await renewColumn(needs, table, column, boxes(needs), counts)
    for (const [table, column] of IDENTITY)
      await renewColumn(needs, table, column, identityTexts(needs), counts)
    isDone = true
    needs.log.info(
      counts,
      'everything is encrypted with SECRET: SECRET_PREVIOUS can be removed in a day'
    )
  }
  return async () => {
    if (isDone) return
    running ??= pass().finally(() => (running = null))
    await running
  }
}

function boxes({ secrets }: Needs): Renew {
  return async text => {
    if (!SEALED.test(text) || secrets.isCurrent(text)) return text
    try {
      return secrets.seal(secrets.open(text))
    } catch {
      return null
    }
  }
}

function identityTexts({ secrets }: Needs): Renew {
  const key = identitySecret(secrets)
  const previous = previousIdentitySecret(secrets) ?? key
  return async text => {
    const isCurrent = await symmetricDecrypt({ key, data: text }).then(
      () => true,
      () => false
    )
    if (isCurrent) return text
    return symmetricDecrypt({ key: previous, data: text }).then(
      data => symmetricEncrypt({ key, data }),
      () => null
    )
  }
}

/**
 * Renews the texts of a column in order, so that a text that nobody can open is passed once. Equal
 * texts do not exist, since each has a random part.
 */
async function renewColumn(
  { database: { db } }: Needs,
  table: string,
  column: string,
  renew: Renew,
  counts: { renewed: number; lost: number }
): Promise<void> {
  let after = ''
  for (;;) {
    // Names of tables in variables are written as SQL, since Kysely's types need them fixed.
    const { rows } = await sql<{ text: string }>`
      select ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} > ${after} order by ${sql.ref(column)} limit ${BATCH}`.execute(db)
    for (const { text } of rows) {
      const renewed = await renew(text)
      if (renewed === null) counts.lost++
      if (renewed === null || renewed === text) continue
      // A text that was replaced meanwhile stays.
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renewed}
        where ${sql.ref(column)} = ${text}`.execute(db)
      counts.renewed++
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.text
  }
}
