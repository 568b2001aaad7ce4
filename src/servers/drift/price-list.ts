import { readFile, stat } from 'node:fs/promises'
import { z } from '@hono/zod-openapi'
import { isRecord, asRecord, type Json } from '#core/json.ts'
import type { TokenPrice } from '#core/money.ts'
import { parseJson } from '#core/whole-text.ts'
import { readBoundedBody } from '#providers/bounded-body.ts'
import type { Fetch } from '#servers/lib/egress.ts'

/** The reason why a list cannot be read. */
export type ListReadFailure = 'refused' | 'unreachable' | 'unreadable' | 'too_large' | 'invalid'

/** Thrown for a list that cannot be read. The message is for the log. */
export class ListReadError extends Error {
  readonly reason: ListReadFailure
  constructor(reason: ListReadFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ListReadError'
    this.reason = reason
  }
}

/** A price list in the form of models.dev: vendors by id, with their models by id. */
export type PriceList = Readonly<Record<string, Json>>

/** Largest price list in bytes. A larger one would hold up other requests while it is parsed. */
const MOST = 8 * 1024 * 1024

/** Milliseconds in which the list must arrive. */
const PATIENCE = 30_000

/** The ids of vendors in models.dev, where they differ from ours. */
const LISTED_AS: Readonly<Record<string, string>> = {
  gemini: 'google',
  moonshot: 'moonshotai',
  qwen: 'alibaba'
}

/** DeepSeek charges twice the listed price at peak hours. Our catalogue has that price. */
const PEAK: Readonly<Record<string, number>> = { deepseek: 2 }

/** US dollars per million tokens. No model costs nearly as much as the maximum. */
const rate = z.number().min(0).max(10_000)
const rates = z.object({ input: rate, output: rate })
const costSchema = rates.extend({
  context_over_200k: rates.optional(),
  tiers: z.array(rates).max(20).optional()
})

/**
 * Reads the price list from an address or a file.
 * @throws ListReadError where it cannot be read, or is no such list
 */
export async function readPriceList(place: string, fetch: Fetch): Promise<PriceList> {
  const text = /^https?:\/\//i.test(place) ? await download(place, fetch) : await fromFile(place)
  const value = parsed(text)
  if (!isRecord(value)) throw new ListReadError('unreadable', 'the price list is no JSON object')
  const isListed = Object.values(value).some(vendor => isRecord(asRecord(vendor)?.['models']))
  if (!isListed) throw new ListReadError('unreadable', 'the price list names no models of vendors')
  return value
}

/**
 * Finds the prices of a model in a list, in micro-US-dollars for 1,000 tokens. Some models have a
 * second price for long prompts or peak hours.
 * @returns null if the list does not have the model; `invalid` if its price makes no sense
 */
export function listedPrices(
  list: PriceList,
  vendor: string,
  model: string
): readonly TokenPrice[] | 'invalid' | null {
  const id = Object.hasOwn(LISTED_AS, vendor) ? (LISTED_AS[vendor] ?? vendor) : vendor
  const models = asRecord(own(list, id))?.['models']
  const cost = asRecord(own(asRecord(models) ?? {}, model))?.['cost']
  if (cost === undefined) return null
  const read = costSchema.safeParse(cost)
  if (!read.success) return 'invalid'
  const { context_over_200k, tiers = [], ...base } = read.data
  const peak = PEAK[vendor]
  const all = [base, context_over_200k ?? [], tiers].flat()
  return [...all, ...(peak === undefined ? [] : all.map(each => times(each, peak)))].map(each =>
    times(each, 1000)
  )
}

function own(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function times({ input, output }: TokenPrice, factor: number): TokenPrice {
  return {
    input: Math.round(input * factor * 1e6) / 1e6,
    output: Math.round(output * factor * 1e6) / 1e6
  }
}

function parsed(text: string): Json {
  try {
    return parseJson(text) as Json
  } catch (cause) {
    throw new ListReadError('unreadable', 'the price list is no JSON', { cause })
  }
}

async function fromFile(path: string): Promise<string> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new ListReadError('unreachable', 'the price list cannot be opened', { cause })
  })
  if (!found.isFile()) throw new ListReadError('unreachable', 'the price list is no file')
  if (found.size > MOST) throw tooLarge()
  return readFile(path, 'utf8')
}

async function download(address: string, fetch: Fetch): Promise<string> {
  // Messages do not repeat the address, since it may hold a key.
  const failed = (cause: unknown): never => {
    throw cause instanceof ListReadError
      ? cause
      : new ListReadError('unreachable', 'the price list cannot be reached', { cause })
  }
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE)
  }).catch(failed)
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new ListReadError('unreachable', `the price list answers with status ${answer.status}`)
  }
  const bytes = await readBoundedBody(answer, MOST, tooLarge).catch(failed)
  return new TextDecoder().decode(bytes)
}

function tooLarge(): ListReadError {
  return new ListReadError('too_large', 'the price list is too large')
}
