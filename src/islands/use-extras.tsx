import type { ExtrasOptions } from '#islands/extras-options.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '#client/when-idle.ts'

type Part = typeof import('#islands/ChatExtras.tsx')

/**
 * The longest wait for the browser to be idle, and the delay before a failed load is retried. Both
 * are in milliseconds.
 */
const PATIENCE = 2000
const AGAIN = 5000

/**
 * Returns the parts of the composer besides its text: files and settings. The code is loaded when
 * the browser is idle, and again after a failure.
 * @returns `hold`: why nothing can be sent now; empty when sending is possible
 */
export function useExtras(options: ExtrasOptions): {
  hold: string
  tray: ReactNode
  tools: ReactNode
} {
  const [part, setPart] = useState<Part | null>(null)
  const [hold, onHold] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const again = (): void => void setTimeout(() => setTries(tries + 1), AGAIN)
    return whenIdle(() => void import('#islands/ChatExtras.tsx').then(setPart, again), PATIENCE)
  }, [tries])
  return {
    hold,
    tray: part && <part.ChatFiles {...options} onHold={onHold} />,
    tools: part && <part.ChatTools {...options} />
  }
}
