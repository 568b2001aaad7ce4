import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatProvider, ChatQuestion } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { cutToTokens, sandboxAnswer, seededRandom } from '#providers/sandbox-answer.ts'
import { readSteering } from '#providers/sandbox-steering.ts'

/** Lets so many milliseconds pass; rejects as soon as the signal is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export type SandboxChatOptions = {
  /** Replaced by tests that do not wait. */
  wait?: Wait
}

/**
 * A chat provider without network and model: streams an answer made from the question, at a model's pace.
 * The last question steers it: `[sandbox:fail=<problem code>]`, `[sandbox:delay=<ms>]`, `[sandbox:tokens=<n>]`,
 * `[sandbox:break]`, `[sandbox:silent]`.
 */
export function createSandboxChat({ wait = patience }: SandboxChatOptions = {}): ChatProvider {
  return { stream: (question, { signal }) => streamAnswer(question, signal, wait) }
}

const patience: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

async function* streamAnswer({ model, turns, maxOutput }: ChatQuestion, signal: AbortSignal, wait: Wait): AsyncGenerator<ChatDelta> {
  const asked = textOf(turns.findLast(turn => turn.role === 'user')?.content ?? '')
  const steering = readSteering(asked)
  try {
    signal.throwIfAborted()
    if (steering.delay > 0) await wait(steering.delay, signal)
    if (steering.silent) await once(signal, 'abort')
    signal.throwIfAborted()
    if (steering.fail !== null) throw new Problem(steering.fail, { detail: 'the sandbox was asked to fail so' })

    const answer = sandboxAnswer(steering.question, steering.tokens === null ? null : Math.min(steering.tokens, maxOutput))
    const reasoning = isReasoning(model) ? cutToTokens(answer.reasoning, maxOutput >> 1) : ''
    const text = cutToTokens(answer.text, maxOutput - estimateTokens(reasoning))
    if (text === '') throw new Problem('chat_error', { detail: 'there is no room for an answer' })

    const random = seededRandom(steering.question)
    const pace = steering.tokens === null ? READING : QUICK
    for (const delta of deltasOf(reasoning, steering.breaks ? beginningOf(text) : text, pace, random)) {
      await wait(pace.pause + Math.floor(random() * pace.pause), signal)
      yield delta
    }
    if (steering.breaks) throw new Problem('chat_error', { detail: 'the sandbox was asked to break off' })
    const input = turns.reduce((sum, turn) => sum + estimateTokens(textOf(turn.content)), 0)
    yield { type: 'finish', usage: { input, output: estimateTokens(reasoning) + estimateTokens(text) } }
  } catch (thrown) {
    if (signal.aborted) throw new Problem('canceled', { detail: 'the answer was stopped', cause: thrown })
    throw thrown
  }
}

/** Models that think before they speak. */
function isReasoning(model: string): boolean {
  return /^o\d|^deepseek-(r\d|reasoner)|reasoning/.test(model)
}

/** Characters in a piece, and milliseconds before it: so many to twice as many. */
type Pace = { size: number; pause: number }
const READING: Pace = { size: 5, pause: 15 }
const QUICK: Pace = { size: 48, pause: 1 }

function* deltasOf(reasoning: string, text: string, pace: Pace, random: () => number): Generator<ChatDelta> {
  for (const piece of piecesOf(reasoning, pace, random)) yield { type: 'reasoning', text: piece }
  for (const piece of piecesOf(text, pace, random)) yield { type: 'text', text: piece }
}

/** Never splits a character that takes two units. */
function* piecesOf(text: string, { size }: Pace, random: () => number): Generator<string> {
  const characters = [...text]
  for (let at = 0; at < characters.length;) {
    const next = at + size + Math.floor(random() * size)
    yield characters.slice(at, next).join('')
    at = next
  }
}

/** As much of a text as comes before it breaks off: a third, and at least a character. */
function beginningOf(text: string): string {
  const characters = [...text]
  return characters.slice(0, Math.ceil(characters.length / 3)).join('')
}
