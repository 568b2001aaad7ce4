import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTINUE_PROMPT, contentText, type MessageContent } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatProvider, ChatQuestion, ChatTool, ChatTurn } from '#core/provider.ts'
import { cutToTokens, estimateTokens } from '#core/tokens.ts'
import { isLocale } from '#i18n/locale.ts'
import { seededRandom } from '#media/random.ts'
import { sandboxAnswer, type SandboxAnswer } from '#sandbox/answer.ts'
import { inputFiles } from '#sandbox/files.ts'
import { parseDirectives } from '#sandbox/steering.ts'
import { textBeforeStop, chooseTool, formAnswer, sampleValue } from '#sandbox/tools.ts'

/** Waits for a number of milliseconds. Rejects as soon as the signal is aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export type SandboxChatOptions = {
  /** Tests replace it to avoid real waits. */
  wait?: Wait
}

/**
 * Creates a chat provider that needs no network and no model. It makes an answer from the question
 * and streams it at a model's pace.
 *
 * Directives in the last question steer it: `[sandbox:fail=<problem code>]`,
 * `[sandbox:delay=<ms>]`, `[sandbox:tokens=<n>]`, `[sandbox:break]`, `[sandbox:silent]`,
 * `[sandbox:call=<tool>]`. Asked to continue, it continues the same answer and does not break off
 * again.
 */
export function createSandboxChat({ wait = patience }: SandboxChatOptions = {}): ChatProvider {
  return { stream: (question, { signal }) => streamAnswer(question, signal, wait) }
}

const patience: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

async function* streamAnswer(
  asked: ChatQuestion,
  signal: AbortSignal,
  wait: Wait
): AsyncGenerator<ChatDelta> {
  const { model, turns, maxOutput } = asked
  const language = isLocale(asked.language) ? asked.language : undefined
  const { question, partial } = readTurns(turns)
  const steering = parseDirectives(contentText(question))
  try {
    signal.throwIfAborted()
    if (steering.delay > 0) await wait(steering.delay, signal)
    if (steering.silent) await once(signal, 'abort')
    signal.throwIfAborted()
    if (steering.fail !== null)
      throw new Problem(steering.fail, { detail: 'the prompt asked the sandbox to fail' })

    const input = turns.reduce((sum, turn) => sum + estimateTokens(contentText(turn.content)), 0)
    const tool = chooseTool(asked, steering.call)
    if (tool !== null)
      return yield* callDeltas(tool, {
        id: `call_${turns.length}_${tool.name}`,
        words: steering.question,
        input
      })

    const isGoingOn = partial !== ''
    const tokens = steering.tokens === null ? null : Math.min(steering.tokens, maxOutput)
    const make = (length: number | null): SandboxAnswer =>
      sandboxAnswer(steering.question, { tokens: length, files: inputFiles(question), language })
    const answer = make(tokens)
    const reasoning =
      isReasoning(model) && !isGoingOn ? cutToTokens(answer.reasoning, maxOutput >> 1) : ''
    const whole = isGoingOn
      ? restOf(partial, answer.text, make(estimateTokens(partial) + MORE).text)
      : answer.text
    const formed = formAnswer(asked, steering.question) ?? textBeforeStop(asked, whole)
    const text = cutToTokens(formed, maxOutput - estimateTokens(reasoning))
    if (text === '')
      throw new Problem('chat_error', { detail: 'the limit leaves no room for an answer' })

    const random = seededRandom(steering.question)
    const pace = steering.tokens === null ? READING : QUICK
    const breaks = steering.breaks && !isGoingOn
    for (const delta of deltasOf(reasoning, breaks ? beginningOf(text) : text, pace, random)) {
      await wait(pace.pause + Math.floor(random() * pace.pause), signal)
      yield delta
    }
    if (breaks) throw new Problem('chat_error', { detail: 'the prompt asked the sandbox to stop' })
    const usage = { input, output: estimateTokens(reasoning) + estimateTokens(text) }
    yield { type: 'finish', usage, ...(text !== formed && { cut: true }) }
  } catch (thrown) {
    if (signal.aborted)
      throw new Problem('canceled', { detail: 'the answer was stopped', cause: thrown })
    throw thrown
  }
}

/** Sends the arguments in two pieces, as real vendors split them. */
function* callDeltas(
  { name, parameters }: ChatTool,
  { id, words, input }: { id: string; words: string; input: number }
): Generator<ChatDelta> {
  const written = JSON.stringify(sampleValue(parameters, words))
  const call = { type: 'call', id, name } as const
  const half = written.length >> 1
  yield { ...call, text: '' }
  yield { ...call, text: written.slice(0, half) }
  yield { ...call, text: written.slice(half) }
  yield { type: 'finish', usage: { input, output: estimateTokens(name + written) } }
}

/** Finds the question to answer, and the part of its answer that exists already. */
function readTurns(turns: readonly ChatTurn[]): { question: MessageContent; partial: string } {
  const isGoingOn = turns.at(-1)?.content === CONTINUE_PROMPT
  const said = isGoingOn ? turns.slice(0, -1) : turns
  const last = said.at(-1)
  const partial = isGoingOn && last?.role === 'assistant' ? contentText(last.content) : ''
  return { question: said.findLast(turn => turn.role === 'user')?.content ?? '', partial }
}

/** Tokens that a continuation adds to an answer that was already complete. */
const MORE = 150

/**
 * Returns the text after a partial answer: the rest of the answer, or additional text if it was
 * complete.
 */
function restOf(partial: string, answer: string, longer: string): string {
  const whole = [answer, longer].find(
    text => text.length > partial.length && text.startsWith(partial)
  )
  return whole?.slice(partial.length) ?? `\n\n${answer}`
}

/** Tells whether a model reasons before it answers. */
function isReasoning(model: string): boolean {
  return /^o\d|^deepseek-(r\d|v\d-pro)|reasoning/.test(model)
}

/**
 * Characters per piece, and milliseconds before it. Each is a minimum; the actual value is up to
 * twice as much.
 */
type Pace = { size: number; pause: number }
const READING: Pace = { size: 5, pause: 15 }
const QUICK: Pace = { size: 48, pause: 1 }

function* deltasOf(
  reasoning: string,
  text: string,
  pace: Pace,
  random: () => number
): Generator<ChatDelta> {
  for (const piece of piecesOf(reasoning, pace, random)) yield { type: 'reasoning', text: piece }
  for (const piece of piecesOf(text, pace, random)) yield { type: 'text', text: piece }
}

/** Splits a text into pieces, but never inside a character of two code units. */
function* piecesOf(text: string, { size }: Pace, random: () => number): Generator<string> {
  const characters = [...text]
  for (let at = 0; at < characters.length;) {
    const next = at + size + Math.floor(random() * size)
    yield characters.slice(at, next).join('')
    at = next
  }
}

/**
 * Returns the part of a text that arrives before it breaks off: a third, and at least one
 * character.
 */
function beginningOf(text: string): string {
  const characters = [...text]
  return characters.slice(0, Math.ceil(characters.length / 3)).join('')
}
