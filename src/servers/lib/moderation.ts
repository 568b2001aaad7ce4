import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { listed, Problem } from '#core/problem.ts'
import { isModerated } from '#core/switches.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds that the model is given to say of a prompt whether it may be sent. */
const PATIENCE = 5000

/** Characters that the model reads at a time, and how many of them it reads twice, so that nothing hides where they are cut. */
const PIECE = 8000
const OVERLAP = 200

/** Texts that were found to be fine and are sent again with every question of their conversation: so many are remembered. */
const REMEMBERED = 10_000

/** Most bytes of files that are read for one check; those that were found to be fine are not read again. */
const MOST_READ = 20_000_000

type Needs = Pick<Context, 'config' | 'terms' | 'keys' | 'fetch' | 'log' | 'clock'>

/** What is to be sent, by the field that it came in. */
export type Prompts = Readonly<Record<string, string>>

/** A text file that is sent word for word. What stands behind its id, or address, never changes. `size` in bytes. */
export type PromptFile = { field: string; id: string; size: number; read(): Promise<string> }

/** A prompt: what is new in it, what was sent before and is sent again, and the files that go with either. */
export type Prompt = { texts: Prompts; before?: Prompts; files?: readonly PromptFile[] }

type Judge = { url: string; apiKey: string | null; model: string }

const passed = new Set<string>()

/** Who judges prompts here; null where nobody is configured, and sites with the switch on can send nothing. */
export function judgeOf({ config: { moderation }, keys }: Pick<Needs, 'config' | 'keys'>): Judge | null {
  const { url, apiKey, model } = moderation
  const accounts = keys.of('openai')
  if (url === null) {
    const [first] = accounts
    const address = apiKey === null ? first?.baseURL : CHAT_ADDRESSES.openai
    return address === undefined ? null : { url: address, apiKey: apiKey ?? first?.apiKey ?? null, model }
  }
  // The key of one place is told to no other.
  const same = accounts.find(({ baseURL }) => URL.canParse(baseURL) && new URL(baseURL).origin === new URL(url).origin)
  return { url, apiKey: apiKey ?? same?.apiKey ?? null, model }
}

/** Is what people write checked at one of these sites? None of them is the first site. */
export async function moderates({ terms }: Pick<Needs, 'terms'>, sites: readonly string[]): Promise<boolean> {
  const all = await Promise.all((sites.length === 0 ? [''] : sites).map(site => terms.of(site)))
  return all.some(isModerated)
}

/**
 * Asks the moderation model about a prompt, where a site of the call wants that: before anything is held.
 * @param prompt read only then
 * @throws Problem `forbidden` naming each field that may not be sent; `busy` when nobody can say so; `content_too_large`
 */
export async function checkPrompt(needs: Needs, sites: readonly string[], prompt: () => Prompt | Promise<Prompt>): Promise<void> {
  if (!(await moderates(needs, sites))) return
  const { texts, before = {}, files = [] } = await prompt()
  await needs.keys.refresh()
  const judging = judgeOf(needs)
  const again = Object.entries(before).filter(([, text]) => !passed.has(markOf(judging, text)))
  const unread = files.filter(({ id }) => !passed.has(markOf(judging, id)))
  const written = await readAll(unread)
  const pieces = [...Object.entries(texts), ...again, ...written].flatMap(([field, text]) => cut(text).map(piece => ({ field, piece })))
  if (pieces.length === 0) return
  const inputs = pieces.map(({ piece }) => piece)
  const flags = await judge(needs, judging, inputs).catch((error: unknown) => {
    noteFailure(needs, judging)
    needs.log.error({ err: error }, 'a prompt could not be checked, and was refused')
    throw new Problem('busy', { detail: 'what was written could not be checked', issues: [{ field: 'moderation', code: 'not_checked' }] })
  })
  failing.delete(placeOf(judging))
  const wrong = new Set(pieces.flatMap(({ field }, index) => (flags[index] === false ? [] : [field])))
  if (wrong.size > 0) {
    const issues = [...wrong].map(field => ({ field, code: 'flagged' }))
    throw new Problem('forbidden', { detail: listed(issues), issues })
  }
  remember([...Object.values(texts), ...again.map(([, text]) => text), ...unread.map(({ id }) => id)].map(text => markOf(judging, text)))
}

/** The words of some files, by the field that each came in. @throws Problem `content_too_large` */
async function readAll(files: readonly PromptFile[]): Promise<[field: string, text: string][]> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_READ) {
    throw new Problem('content_too_large', {
      detail: `files have more than ${MOST_READ} bytes to be checked`,
      issues: [{ field: 'references', code: 'too_large' }]
    })
  }
  const read: [string, string][] = []
  for (const file of files) read.push([file.field, await file.read()])
  return read
}

/** Checks that failed one after the other, and when the last of them did, in unix milliseconds. */
type Failing = { count: number; at: number }

const failing = new Map<string, Failing>()

/** How often nobody could say whether something may be sent, since it last went well; as this process knows it. */
export function failedChecks(judging: Judge | null): Failing | null {
  return failing.get(placeOf(judging)) ?? null
}

function noteFailure({ clock }: Needs, judging: Judge | null): void {
  failing.set(placeOf(judging), { count: (failedChecks(judging)?.count ?? 0) + 1, at: clock.now() })
}

function placeOf(judging: Judge | null): string {
  return JSON.stringify([judging?.url, judging?.model])
}

/** What the model says of each text: true for what may not be sent. @throws whatever keeps it from saying so */
async function judge({ fetch }: Needs, judging: Judge | null, inputs: readonly string[]): Promise<boolean[]> {
  if (judging === null) throw new Error('no moderation model is configured: set MODERATION_URL, MODERATION_API_KEY or OPENAI_API_KEY')
  const { url, apiKey, model } = judging
  const answer = await fetch(`${url}/moderations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input: inputs.length === 1 ? inputs[0] : inputs }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE)
  })
  if (!answer.ok) throw new Error(`the moderation model answered ${answer.status}`)
  const results = z.object({ results: z.array(z.looseObject({ flagged: z.boolean() })).length(inputs.length) })
  return results.parse(await answer.json()).results.map(({ flagged }) => flagged)
}

/** A long text in pieces that the model reads whole; none of an empty one. */
function cut(text: string): string[] {
  if (text.trim() === '') return []
  const pieces: string[] = []
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PIECE - OVERLAP) pieces.push(text.slice(start, start + PIECE))
  return pieces.map(piece => piece.toWellFormed())
}

function remember(marks: readonly string[]): void {
  if (passed.size + marks.length > REMEMBERED) passed.clear()
  for (const mark of marks) passed.add(mark)
}

/** Another judge reads it anew. */
function markOf(judging: Judge | null, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([judging?.url, judging?.model, text]))
    .digest('base64')
}
