import type { ChatEndpoint } from '#catalog/chat/provider.server.ts'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatQuestion } from '#core/provider.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { meteredFetch } from '#servers/lib/meter.ts'
import { tracedFetch } from '#servers/lib/tracer.ts'

export type ChatStreamOptions = {
  context: Pick<Context, 'fetch' | 'keys' | 'log' | 'meter' | 'tracer'>
  /**
   * The provider accounts to try, in order. If an account has its own name for the model, that name
   * is sent.
   */
  ways: readonly ChatEndpoint[]
  /** The account belongs to the user's own key, so no other account may be tried. */
  own: boolean
  question: ChatQuestion
  /** Id of the run, for the log. */
  runId: string
  signal: AbortSignal
}

/**
 * Asks one account after the other until one begins to answer. Accounts that refused lately come
 * last.
 * @throws Problem `busy` if waiting may help, or else the problem of the last account; the failure
 *   itself if an answer had already begun
 */
export async function* streamFromAccounts({
  context,
  ways,
  own,
  question,
  runId,
  signal
}: ChatStreamOptions): AsyncGenerator<ChatDelta> {
  const { rests } = context.keys
  let last: unknown = null
  for (const way of rests.inTurn(ways, idOf)) {
    const { provider, vendor, upstreamModel, baseURL, apiKey } = way
    const asked = { ...question, model: upstreamModel, ...settingsFor(way, question) }
    let begun = false
    try {
      for await (const delta of provider.stream(asked, {
        fetch: tracedFetch(
          context.tracer,
          vendor,
          meteredFetch(context.meter, vendor, context.fetch)
        ),
        baseURL,
        apiKey,
        signal
      })) {
        begun = true
        yield delta
      }
      rests.clear(idOf(way))
      return
    } catch (error) {
      if (signal.aborted || !(error instanceof Problem)) throw error
      if (!own)
        context.log.warn({ run: runId, vendor, ...wordsFor(error) }, 'a vendor of chat failed')
      if (begun || !mayElsewhere(error)) throw error
      // An account rests after it refused. Any other failure, such as a server that is down, counts
      // as busy.
      rests.rest(
        idOf(way),
        error instanceof AccountProblem ? error : { code: 'busy', retryAfter: undefined },
        !own
      )
      if (!isBusy(last)) last = own ? ofOwnKey(error, vendor) : error
    }
  }
  throw last ?? new Problem('api_error', { detail: 'no provider with a key serves this model now' })
}

/** Returns the provider's default settings. A caller's setting for reasoning overrides them. */
function settingsFor(
  { settings }: ChatEndpoint,
  question: ChatQuestion
): Pick<ChatQuestion, 'settings'> {
  if (settings === undefined || question.settings?.['reasoning_effort'] !== undefined) return {}
  return { settings: { ...settings, ...question.settings } }
}

function idOf({ baseURL, apiKey, upstreamModel }: ChatEndpoint): string {
  return `${baseURL} ${upstreamModel} ${apiKey}`
}

/**
 * Returns what the log may contain. In a `bad_request`, the vendor may repeat the question, which
 * operators must not see.
 */
function wordsFor({ code, detail, cause }: Problem): object {
  return code === 'bad_request' ? { code } : { code, detail, err: cause }
}

/**
 * Tells whether another account may succeed. An error in the question itself is the same
 * everywhere.
 */
function mayElsewhere({ code }: Problem): boolean {
  return code === 'busy' || code === 'api_error'
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'busy'
}

function ofOwnKey(problem: Problem, vendor: string): Problem {
  if (!(problem instanceof AccountProblem) || problem.code === 'busy') return problem
  return new Problem('api_error', {
    detail: `${vendor} refused your own key, or its account is out of credit: replace or remove it`
  })
}
