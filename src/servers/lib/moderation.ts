import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { formatIssues, Problem } from '#core/problem.ts'
import { isModerated } from '#core/switches.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds to wait for the model's verdict. */
const PATIENCE = 5000

/**
 * Maximum characters of one request (`PIECE`), and overlap of two pieces, so that no words are
 * split unnoticed.
 */
const PIECE = 8000
const OVERLAP = 200

/** Accepted texts to remember: a conversation sends its earlier texts again with every question. */
const REMEMBERED = 10_000

/** Most bytes of files to read for one check; accepted files are not read again. */
const MOST_READ = 20_000_000

type Needs = Pick<Context, 'config' | 'terms' | 'keys' | 'fetch' | 'log' | 'clock'>

/** Texts to check, by the field that they came in. */
export type PromptTexts = Readonly<Record<string, string>>

/**
 * A text file that is sent to the model in full, with its size in bytes. The content behind its id
 * or address never changes.
 */
export type PromptFile = { field: string; id: string; size: number; read(): Promise<string> }

/** A prompt: its new texts, the earlier texts sent again, and the files of either. */
export type Prompt = { texts: PromptTexts; before?: PromptTexts; files?: readonly PromptFile[] }

type Judge = { url: string; apiKey: string | null; model: string }

const passed = new Set<string>()

/**
 * Finds the model that checks prompts. Null where none is configured: sites with moderation on then
 * refuse all prompts.
 */
export function findModerationModel({
  config: { moderation },
  keys
}: Pick<Needs, 'config' | 'keys'>): Judge | null {
  const { url, apiKey, model } = moderation
  const accounts = keys.of('openai')
  if (url === null) {
    const [first] = accounts
    const address = apiKey === null ? first?.baseURL : CHAT_ADDRESSES.openai
    return address === undefined
      ? null
      : { url: address, apiKey: apiKey ?? first?.apiKey ?? null, model }
  }
  // A key is sent only to the origin that it was configured for.
  const same = accounts.find(
    ({ baseURL }) => URL.canParse(baseURL) && new URL(baseURL).origin === new URL(url).origin
  )
  return { url, apiKey: apiKey ?? same?.apiKey ?? null, model }
}

/** Tells whether one of these sites checks prompts. An empty list means the first site. */
async function moderates(
  { terms }: Pick<Needs, 'terms'>,
  sites: readonly string[]
): Promise<boolean> {
  const all = await Promise.all((sites.length === 0 ? [''] : sites).map(site => terms.of(site)))
  return all.some(isModerated)
}

/**
 * Checks a prompt with the moderation model, if a site of the call requires it. Call it before any
 * credits are held.
 * @param prompt returns the prompt; it is called only if a check is required
 * @throws Problem `forbidden` with each field that is not allowed; `busy` when the check fails;
 *   `content_too_large` for too many bytes of files
 */
export async function checkPrompt(
  needs: Needs,
  sites: readonly string[],
  prompt: () => Prompt | Promise<Prompt>
): Promise<void> {
  if (!(await moderates(needs, sites))) return
  const { texts, before = {}, files = [] } = await prompt()
  await needs.keys.refresh()
  const judging = findModerationModel(needs)
  const again = Object.entries(before).filter(([, text]) => !passed.has(markOf(judging, text)))
  const unread = files.filter(({ id }) => !passed.has(markOf(judging, id)))
  const written = await readAll(unread)
  const pieces = [...Object.entries(texts), ...again, ...written].flatMap(([field, text]) =>
    cut(text).map(piece => ({ field, piece }))
  )
  if (pieces.length === 0) return
  const inputs = pieces.map(({ piece }) => piece)
  const flags = await judge(needs, judging, inputs).catch((error: unknown) => {
    noteFailure(needs, judging)
    needs.log.error({ err: error }, 'a prompt could not be checked, and was refused')
    throw new Problem('busy', {
      detail: 'moderation could not check the text',
      issues: [{ field: 'moderation', code: 'not_checked' }]
    })
  })
  failing.delete(placeOf(judging))
  const wrong = new Set(
    pieces.flatMap(({ field }, index) => (flags[index] === false ? [] : [field]))
  )
  if (wrong.size > 0) {
    const issues = [...wrong].map(field => ({ field, code: 'flagged' }))
    throw new Problem('forbidden', { detail: formatIssues(issues), issues })
  }
  remember(
    [...Object.values(texts), ...again.map(([, text]) => text), ...unread.map(({ id }) => id)].map(
      text => markOf(judging, text)
    )
  )
}

/** Reads the text of some files, with the field of each. @throws Problem `content_too_large` */
async function readAll(files: readonly PromptFile[]): Promise<[field: string, text: string][]> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_READ) {
    throw new Problem('content_too_large', {
      detail: `moderation checks at most ${MOST_READ} bytes of files`,
      issues: [{ field: 'references', code: 'too_large' }]
    })
  }
  const read: [string, string][] = []
  for (const file of files) read.push([file.field, await file.read()])
  return read
}

/** Failed checks in a row, and the unix milliseconds of the last one. */
type Failing = { count: number; at: number }

const failing = new Map<string, Failing>()

/** Counts this process's failed checks since the last success; null for none. */
export function countFailedChecks(judging: Judge | null): Failing | null {
  return failing.get(placeOf(judging)) ?? null
}

function noteFailure({ clock }: Needs, judging: Judge | null): void {
  failing.set(placeOf(judging), {
    count: (countFailedChecks(judging)?.count ?? 0) + 1,
    at: clock.now()
  })
}

function placeOf(judging: Judge | null): string {
  return JSON.stringify([judging?.url, judging?.model])
}

/**
 * Returns the model's verdict on each text: true for a refused one.
 * @throws Error when there is no verdict
 */
async function judge(
  { fetch }: Needs,
  judging: Judge | null,
  inputs: readonly string[]
): Promise<boolean[]> {
  if (judging === null)
    throw new Error(
      'no moderation model is configured: set MODERATION_URL, MODERATION_API_KEY or OPENAI_API_KEY'
    )
  const { url, apiKey, model } = judging
  const answer = await fetch(`${url}/moderations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` })
    },
    body: JSON.stringify({ model, input: inputs.length === 1 ? inputs[0] : inputs }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE)
  })
  if (!answer.ok) throw new Error(`the moderation model answered ${answer.status}`)
  const results = z.object({
    results: z.array(z.looseObject({ flagged: z.boolean() })).length(inputs.length)
  })
  return results.parse(await answer.json()).results.map(({ flagged }) => flagged)
}

/** Cuts a long text into overlapping pieces; none for an empty text. */
function cut(text: string): string[] {
  if (text.trim() === '') return []
  const pieces: string[] = []
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PIECE - OVERLAP)
    pieces.push(text.slice(start, start + PIECE))
  return pieces.map(piece => piece.toWellFormed())
}

function remember(marks: readonly string[]): void {
  if (passed.size + marks.length > REMEMBERED) passed.clear()
  for (const mark of marks) passed.add(mark)
}

/**
 * Returns the cache key of a text. It contains the model, since another model must check the text
 * again.
 */
function markOf(judging: Judge | null, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([judging?.url, judging?.model, text]))
    .digest('base64')
}
