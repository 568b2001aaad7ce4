import { randomKey } from '#client/call-keys.ts'
import { recordComparedRun, requestVote } from '#client/comparisons.ts'
import { failureOf } from '#client/failure.ts'
import type { Failure } from '#client/turns.ts'
import type { SavedComparison } from '#contract/comparison.ts'
import { comparisonInput } from '#core/comparable.ts'
import { toProblem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import { askSide } from '#stores/comparing-chat.ts'
import { changeSide, sideAt } from '#stores/comparing.ts'
import { startToolTask } from '#stores/generating.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

type Started = {
  comparison: Pick<SavedComparison, 'id' | 'prompt' | 'models'>
  place: number
  /** The tool; null for a chat model. */
  service: Service | null
}

/** The keys of the next attempts, by place. */
const keys = new Map<number, string>()

onReset(() => keys.clear())

/**
 * Starts the run of one model. Its side shows a failure, which does not concern the others. The
 * first attempt has a key of the comparison, so a reload in the middle of it charges nothing twice.
 */
export async function startSide({ comparison, place, service }: Started): Promise<void> {
  const side = sideAt(place)
  const named = comparison.models[place]
  if (side === undefined || named === undefined || side.phase === 'sending') return
  const key =
    keys.get(place) ?? (side.run === null ? `comparison-${comparison.id}-${place}` : randomKey())
  keys.set(place, key)
  const onRun = (run: string): void => {
    keys.delete(place)
    changeSide(place, { phase: 'running', run })
    // The run goes on without its name in the comparison; its chat or its tool still shows it.
    void withUserToken(token =>
      recordComparedRun(token, comparison.id, { place, run_id: run })
    ).catch(() => undefined)
  }
  changeSide(place, {
    phase: 'sending',
    failure: null,
    turn: null,
    sentAt: Date.now(),
    seconds: null
  })
  const failure =
    service === null
      ? await askSide({ place, model: named.model, question: comparison.prompt, key, onRun })
      : await generateSide(service, named.model, comparison.prompt, key, onRun)
  if (failure === null) return
  // Without a network, the server may have begun it all the same.
  if (failure.detail !== 'offline') keys.set(place, randomKey())
  changeSide(place, { phase: 'idle', run: null, failure, sentAt: null })
}

/** Ends when the last vote has been answered. */
let voting: Promise<unknown> = Promise.resolve()

/**
 * Votes for the best model. Votes are sent one after the other, so that the server keeps the last.
 * @param winner its place; null takes the vote back
 * @returns the failure, or null
 */
export function voteForModel(id: string, winner: number | null): Promise<Failure | null> {
  const vote = voting.then(() => sendVote(id, winner))
  voting = vote
  return vote
}

async function sendVote(id: string, winner: number | null): Promise<Failure | null> {
  try {
    await withUserToken(token => requestVote(token, id, winner))
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

async function generateSide(
  service: Service,
  model: string,
  prompt: string,
  key: string,
  onRun: (run: string) => void
): Promise<Failure | null> {
  const order = comparisonInput(service, model, prompt)
  const { verb = '', values = {} } = order ?? {}
  return startToolTask(service, { verb, values }, onRun, key)
}
