import { randomUUID } from 'node:crypto'
import {
  appendAuditLink,
  createAuditSalt,
  digestAuditEntry,
  loadAuditKey
} from '#servers/lib/audit-chain.ts'
import type { Context } from '#servers/lib/context.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

/** A change and its author. It is logged before it happens, so that no change goes unrecorded. */
type Audited = {
  route: AnyRoute
  userId: string
  origin: string
  input: { params?: unknown; body?: unknown }
  traceId: string
}

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>

/** Fields whose values never enter the log. */
const SECRET = /^(key|token|password|secret|code|codes)$/i

/** Fields that hold an address, even one that does not parse. */
const ADDRESS = /url$/i

/**
 * An address inside a longer text. The lookbehind keeps the search linear: each run of letters is
 * tried once.
 */
const INSIDE = /(?<![a-z0-9+.-])[a-z0-9+.-]+:[\\/]{2}\S+/gi

/** Longest record of a change, in characters of JSON. */
const LONGEST = 4000

/**
 * True when a call changes what others see or pay, and so enters the audit log: each operator call
 * but `GET`, and routes that set `audited`.
 */
export function isAudited({
  who,
  method,
  audited = who === 'operator' && method !== 'get'
}: AnyRoute): boolean {
  return audited
}

/**
 * Logs a change in the audit log, performs it, and logs its outcome. Both are transactions of their
 * own, so that a change that is undone is logged all the same.
 * @returns the result of the change
 */
export async function withAudit<T>(
  needs: Needs,
  audited: Audited,
  work: () => Promise<T>
): Promise<T> {
  const id = randomUUID()
  const key = await loadAuditKey(needs)
  await logBegin(needs, key, id, audited)
  const answer = await work().catch(async (error: unknown) => {
    await logEnd(needs, key, id, 'refused')
    throw error
  })
  await logEnd(needs, key, id, 'done')
  return answer
}

async function logBegin(
  { database, clock }: Needs,
  key: Uint8Array | null,
  id: string,
  { route, userId, origin, input, traceId }: Audited
): Promise<void> {
  const entry = {
    id,
    user_id: userId,
    origin,
    method: route.method,
    path: route.path,
    target: recorded(input.params),
    changes: recorded(input.body),
    trace_id: traceId,
    created_at: clock.now(),
    salt: createAuditSalt()
  }
  await database.transaction(async tx => {
    await appendAuditLink(
      tx,
      { kind: database.kind, key },
      {
        audit_id: id,
        event: 'begun',
        digest: digestAuditEntry(entry),
        created_at: entry.created_at
      }
    )
    await tx
      .insertInto('audit')
      .values({ ...entry, outcome: 'begun' })
      .execute()
  })
}

async function logEnd(
  { database, clock }: Needs,
  key: Uint8Array | null,
  id: string,
  outcome: 'done' | 'refused'
): Promise<void> {
  await database.transaction(async tx => {
    await appendAuditLink(
      tx,
      { kind: database.kind, key },
      { audit_id: id, event: outcome, digest: '', created_at: clock.now() }
    )
    await tx.updateTable('audit').set({ outcome }).where('id', '=', id).execute()
  })
}

function recorded(input: unknown): string {
  const text = JSON.stringify(input ?? {}, (name, value: unknown) => {
    if (SECRET.test(name) && value !== null) return '…'
    return typeof value === 'string' ? withoutSecrets(name, value) : value
  })
  return text.length <= LONGEST ? text : JSON.stringify({ too_long: text.slice(0, LONGEST) })
}

/** Hides passwords and keys in addresses: the part before an `@`, and the query. */
function withoutSecrets(name: string, text: string): string {
  const isAddress = ADDRESS.test(name) || (URL.canParse(text) && new URL(text).host !== '')
  return isAddress ? bare(text) : text.replaceAll(INSIDE, bare)
}

function bare(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isOpen = url !== null && url.host !== '' && url.username === '' && url.password === ''
  const [scheme = ''] = /^\s*[a-z][a-z0-9+.-]*:[\\/]+/i.exec(address) ?? []
  const end = isOpen ? -1 : address.lastIndexOf('@')
  return (end < 0 ? address : `${scheme}…${address.slice(end)}`).replace(/[?#][^]*/, '?…')
}
