import { protocolOf, type VendorAccount } from '#catalog/chat/provider.server.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import type { Fetch } from '#servers/lib/egress.ts'

/** Milliseconds in which a model must begin to answer. */
const PATIENCE = 30_000

/** Output tokens of a trial. Some vendors refuse a smaller limit. */
const SHORTEST = 16

/** Trials that run at the same time at one vendor, so that it does not take them for an attack. */
const AT_ONCE = 4

/** The result of a trial: the model answers, is gone, or cannot be judged now. */
export type ModelTrial = { model: string; state: 'answers' | 'gone' | 'unknown'; detail: string }

/**
 * Asks each chat model of a vendor the shortest question, and stops at its first word. That costs a
 * few tokens for each. Never throws.
 */
export async function tryModels(
  vendor: string,
  account: VendorAccount,
  models: readonly string[],
  fetch: Fetch
): Promise<ModelTrial[]> {
  const trials: ModelTrial[] = []
  for (let at = 0; at < models.length; at += AT_ONCE)
    trials.push(
      ...(await Promise.all(
        models.slice(at, at + AT_ONCE).map(model => tryModel(vendor, account, model, fetch))
      ))
    )
  return trials
}

async function tryModel(
  vendor: string,
  account: VendorAccount,
  model: string,
  fetch: Fetch
): Promise<ModelTrial> {
  const question = {
    model,
    turns: [{ role: 'user', content: 'Hi' }],
    maxOutput: SHORTEST,
    mayEndEmpty: true,
    temperature: null
  } as const
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    for await (const _ of protocolOf(vendor).stream(question, { ...account, fetch, signal })) break
    return { model, state: 'answers', detail: '' }
  } catch (thrown) {
    const problem = toProblem(thrown)
    return { model, state: judged(problem), detail: problem.detail || problem.code }
  }
}

/**
 * Judges a refusal. A vendor that knows a model refuses neither its name nor the question `Hi`. Any
 * other failure, such as a busy or unreachable vendor, says nothing about the model.
 */
function judged({ code, detail }: Problem): ModelTrial['state'] {
  return code === 'bad_request' || / \((404|410)\)/.test(detail) ? 'gone' : 'unknown'
}
