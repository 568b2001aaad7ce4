import { useEffect, useState } from 'react'
import type { AnnouncedRun } from '#ui/tool/use-told.ts'

type Badge = {
  show(runs: readonly Pick<AnnouncedRun, 'id' | 'state'>[]): void
  /** @returns a function that removes the badge */
  begin(): () => void
}

/**
 * Puts `(2) ` before the page's title while two runs are in progress, and `✓ ` once a run has
 * succeeded while the tab was hidden. The tick disappears when the tab is visible again.
 */
export function useRunBadge(runs: readonly AnnouncedRun[]): void {
  const [badge] = useState(createBadge)
  useEffect(() => badge.begin(), [badge])
  useEffect(() => badge.show(runs), [badge, runs])
}

function createBadge(): Badge {
  let running = new Set<string>()
  let isDone = false
  let mark = ''
  const write = (): void => {
    const count = running.size > 0 ? `(${running.size}) ` : ''
    const next = (isDone ? '✓ ' : '') + count
    // A chat may meanwhile have set another title, without the badge.
    const { title } = document
    const plain = title.startsWith(mark) ? title.slice(mark.length) : title
    mark = next
    if (title !== mark + plain) document.title = mark + plain
  }
  const look = (): void => {
    if (document.hidden) return
    isDone = false
    write()
  }
  return {
    begin() {
      document.addEventListener('visibilitychange', look)
      return () => {
        document.removeEventListener('visibilitychange', look)
        running = new Set()
        isDone = false
        write()
      }
    },
    show(runs) {
      const isEnd = runs.some(({ id, state }) => state === 'ready' && running.has(id))
      isDone ||= isEnd && document.hidden
      running = new Set(runs.flatMap(({ id, state }) => (state === 'running' ? [id] : [])))
      write()
    }
  }
}
