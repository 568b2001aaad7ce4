import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTINUE_PROMPT, textOf, type Content } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatProvider, ChatQuestion, ChatTool, ChatTurn } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { cutToTokens, sandboxAnswer, seededRandom, type SandboxAnswer } from '#providers/sandbox-answer.ts'
import { filesIn } from '#providers/sandbox-files.ts'
import { readSteering } from '#providers/sandbox-steering.ts'
import { beforeStop, calledTool, formedAnswer, sampleOf } from '#providers/sandbox-tools.ts'

/** Lets so many milliseconds pass; rejects as soon as the signal is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export type SandboxChatOptions = {
  /** Replaced by tests that do not wait. */
  wait?: Wait
}

/**
 * A chat provider without network and model: streams an answer made from the question, at a model's pace.
 * The last question steers it: `[sandbox:fail=<problem code>]`, `[sandbox:delay=<ms>]`, `[sandbox:tokens=<n>]`,
 * `[sandbox:break]`, `[sandbox:silent]`, `[sandbox:call=<tool>]`. Asked to go on, it goes on with the same answer, and does not break off again.
 */
export function createSandboxChat({ wait = patience }: SandboxChatOptions = {}): ChatProvider {
  return { stream: (question, { signal }) => streamAnswer(question, signal, wait) }
}

const patience: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

async function* streamAnswer(asked: ChatQuestion, signal: AbortSignal, wait: Wait): AsyncGenerator<ChatDelta> {
  const { model, turns, maxOutput, language } = asked
  const { question, partial } = readTurns(turns)
  const steering = readSteering(textOf(question))
  try {
    signal.throwIfAborted()
    if (steering.delay > 0) await wait(steering.delay, signal)
    if (steering.silent) await once(signal, 'abort')
    signal.throwIfAborted()
    if (steering.fail !== null) throw new Problem(steering.fail, { detail: 'the sandbox was asked to fail so' })

    const input = turns.reduce((sum, turn) => sum + estimateTokens(textOf(turn.content)), 0)
    const tool = calledTool(asked, steering.call)
    if (tool !== null) return yield* callDeltas(tool, { id: `call_${turns.length}_${tool.name}`, words: steering.question, input })

    const isGoingOn = partial !== ''
    const tokens = steering.tokens === null ? null : Math.min(steering.tokens, maxOutput)
    const make = (length: number | null): SandboxAnswer =>
      sandboxAnswer(steering.question, { tokens: length, files: filesIn(question), language })
    const answer = make(tokens)
    const reasoning = isReasoning(model) && !isGoingOn ? cutToTokens(answer.reasoning, maxOutput >> 1) : ''
    const whole = isGoingOn ? restOf(partial, answer.text, make(estimateTokens(partial) + MORE).text) : answer.text
    const formed = formedAnswer(asked, steering.question) ?? beforeStop(asked, whole)
    const text = cutToTokens(formed, maxOutput - estimateTokens(reasoning))
    if (text === '') throw new Problem('chat_error', { detail: 'there is no room for an answer' })

    const random = seededRandom(steering.question)
    const pace = steering.tokens === null ? READING : QUICK
    const breaks = steering.breaks && !isGoingOn
    for (const delta of deltasOf(reasoning, breaks ? beginningOf(text) : text, pace, random)) {
      await wait(pace.pause + Math.floor(random() * pace.pause), signal)
      yield delta
    }
    if (breaks) throw new Problem('chat_error', { detail: 'the sandbox was asked to break off' })
    const usage = { input, output: estimateTokens(reasoning) + estimateTokens(text) }
    yield { type: 'finish', usage, ...(text !== formed && { cut: true }) }
  } catch (thrown) {
    if (signal.aborted) throw new Problem('canceled', { detail: 'the answer was stopped', cause: thrown })
    throw thrown
  }
}

/** In two pieces, as vendors tear them. */
function* callDeltas(
  { name, parameters }: ChatTool,
  { id, words, input }: { id: string; words: string; input: number }
): Generator<ChatDelta> {
  const written = JSON.stringify(sampleOf(parameters, words))
  const call = { type: 'call', id, name } as const
  const half = written.length >> 1
  yield { ...call, text: '' }
  yield { ...call, text: written.slice(0, half) }
  yield { ...call, text: written.slice(half) }
  yield { type: 'finish', usage: { input, output: estimateTokens(name + written) } }
}

/** The question that is answered, and how much of its answer there is already. */
function readTurns(turns: readonly ChatTurn[]): { question: Content; partial: string } {
  const isGoingOn = turns.at(-1)?.content === CONTINUE_PROMPT
  const said = isGoingOn ? turns.slice(0, -1) : turns
  const last = said.at(-1)
  const partial = isGoingOn && last?.role === 'assistant' ? textOf(last.content) : ''
  return { question: said.findLast(turn => turn.role === 'user')?.content ?? '', partial }
}

/** How much longer an answer becomes that had been finished, in tokens. */
const MORE = 150

/** What comes behind the beginning of an answer: its end, or more than there was to be said at first. */
function restOf(partial: string, answer: string, longer: string): string {
  const whole = [answer, longer].find(text => text.length > partial.length && text.startsWith(partial))
  return whole?.slice(partial.length) ?? `\n\n${answer}`
}

/** Models that think before they speak. */
function isReasoning(model: string): boolean {
  return /^o\d|^deepseek-(r\d|v\d-pro)|reasoning/.test(model)
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
