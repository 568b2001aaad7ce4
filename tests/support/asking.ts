import { Problem } from '#core/problem.ts'
import type {
  ChatDelta,
  ChatProvider,
  ChatQuestion,
  ChatTurn,
  VendorConnection
} from '#core/provider.ts'

/** The outcome of a question: its answer and everything that came with it. */
export type Outcome = {
  text: string
  reasoning: string
  /** Every piece of text in the order of arrival. */
  pieces: string[]
  /** Arguments of tool calls, by tool. */
  calls?: Record<string, string>
  usage?: { input: number; output: number } | null
  problem?: Problem
}

export type Asking = Partial<VendorConnection> & {
  model?: string
  turns?: readonly ChatTurn[]
  maxOutput?: number
  tools?: ChatQuestion['tools']
  toolChoice?: ChatQuestion['toolChoice']
  settings?: ChatQuestion['settings']
  language?: string
  onDelta?: (delta: ChatDelta) => void | Promise<void>
}

/**
 * Asks a chat provider and collects its answer. A `Problem` becomes part of the outcome; any other
 * error is thrown.
 */
export async function askProvider(provider: ChatProvider, asking: Asking): Promise<Outcome> {
  const {
    model = 'test/answer',
    turns = [{ role: 'user', content: 'Hi' }],
    maxOutput = 500,
    onDelta,
    ...rest
  } = asking
  const { tools = [], toolChoice = 'auto', settings = {}, language, ...given } = rest
  const beside = {
    settings,
    ...(tools.length > 0 && { tools, toolChoice }),
    ...(language !== undefined && { language })
  }
  const upstream: VendorConnection = {
    fetch,
    baseURL: '',
    apiKey: '',
    signal: new AbortController().signal,
    ...given
  }
  const outcome: Outcome = { text: '', reasoning: '', pieces: [] }
  try {
    for await (const delta of provider.stream(
      { ...beside, model, turns, maxOutput, temperature: null },
      upstream
    )) {
      if (delta.type === 'finish') outcome.usage = delta.usage
      else if (delta.type === 'call')
        outcome.calls = {
          ...outcome.calls,
          [delta.name]: (outcome.calls?.[delta.name] ?? '') + delta.text
        }
      else outcome[delta.type] += delta.text
      if (delta.type === 'text') outcome.pieces.push(delta.text)
      await onDelta?.(delta)
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    outcome.problem = thrown
  }
  return outcome
}
