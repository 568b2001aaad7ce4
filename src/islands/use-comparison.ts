import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import type { CompareResultsProps } from '#islands/compare-props.ts'
import { sidesOf, sideState, startsAtOnce, type SideState } from '#islands/compare-sides.ts'
import { watchBalance } from '#islands/watch-balance.ts'
import { comparisonKey } from '#stores/compare-draft.ts'
import { followAnswerAt, stopAnswerAt } from '#stores/comparing-chat.ts'
import { startSide, voteForModel } from '#stores/comparing-runs.ts'
import { $sides, type ComparisonSide } from '#stores/comparing.ts'
import { showTask } from '#stores/generating.ts'
import { settleOwner } from '#stores/owner.ts'
import { pendingMessageOf, takePendingMessage } from '#stores/pressed.ts'
import { $taskList, type TaskList } from '#stores/shelf.ts'

export type ShownSide = SideState & { side: ComparisonSide; task: Task | undefined }

type Comparing = {
  sides: readonly ShownSide[]
  winner: number | null
  /** Why the last action of the user failed. */
  failure: Failure | null
  tell(failure: Failure | null): void
  start(place: number): void
  stop(place: number): void
  /** Chooses the best, or takes the choice back. */
  choose(place: number): void
}

/** The comparison of this page: what its models make, and the user's vote. */
export function useComparison(props: CompareResultsProps): Comparing {
  const { comparison, sides: given } = props
  const [winner, setWinner] = useState(comparison.winner)
  const [failure, setFailure] = useState<Failure | null>(null)
  const own = useMemo(() => sidesOf(props), [props])
  const ownShelf = useMemo((): TaskList => ({ items: tasksOf(props), rest: 'none' }), [props])
  useRuns(props, own, ownShelf)
  const sides = useStore($sides, { ssr: () => null }) ?? own
  const shelf = useStore($taskList, { ssr: () => null }) ?? ownShelf
  const shown = sides.flatMap((side, at): ShownSide[] => {
    const about = given[at]
    const task = shelf.items.find(({ id }) => id === side.run)
    return about === undefined ? [] : [{ side, task, ...sideState(side, task, about) }]
  })
  const choose = async (place: number): Promise<void> => {
    const next = winner === place ? null : place
    setWinner(next)
    setFailure(null)
    const failed = await voteForModel(comparison.id, next)
    if (failed === null) return
    setWinner(winner)
    setFailure(failed)
  }
  return {
    sides: shown,
    winner,
    failure,
    tell: setFailure,
    start: place => void startSide({ comparison, place, service: given[place]?.service ?? null }),
    stop: place => void stopAnswerAt(place).then(setFailure),
    choose: place => void choose(place)
  }
}

/** Starts the runs that the user has just sent, or follows those in progress. */
function useRuns(
  props: CompareResultsProps,
  own: readonly ComparisonSide[],
  shelf: TaskList
): void {
  // This must run before saved data is read.
  useLayoutEffect(() => {
    settleOwner(props.hub)
    $sides.set(own)
    $taskList.set(shelf)
  }, [props.hub, own, shelf])
  useEffect(() => {
    void begin(props, own)
    const ids = new Set(props.comparison.models.map(({ service }) => service))
    const ends = Array.from(ids, watchBalance)
    return () => {
      for (const end of ends) end()
    }
  }, [props, own])
}

async function begin(
  { comparison, sides }: CompareResultsProps,
  own: readonly ComparisonSide[]
): Promise<void> {
  const place = comparisonKey(comparison.id)
  const { here = false, prices = [] } = pendingMessageOf(place) ?? {}
  const isSent = here && (await takePendingMessage(place))
  for (const [at, { phase, run }] of own.entries()) {
    const { [at]: about } = sides
    const service = about?.service ?? null
    if (phase === 'idle') {
      if (isSent && startsAtOnce(about, prices[at]))
        void startSide({ comparison, place: at, service })
    } else if (phase === 'running' && run !== null) {
      if (comparison.models[at]?.service === CHAT_SERVICE.id) followAnswerAt(at, run)
      else if (service !== null) void showTask(service, run).catch(() => undefined)
    }
  }
}

function tasksOf({ sides }: CompareResultsProps): Task[] {
  return sides.flatMap(({ task }) => task ?? [])
}
