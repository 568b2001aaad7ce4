import type { ExtrasOptions } from '#islands/extras-options.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '#client/when-idle.ts'

type Part = typeof import('#islands/ChatExtras.tsx')

/** Longest wait for a quiet moment, and before it is fetched again that could not be, in milliseconds. */
const PATIENCE = 2000
const AGAIN = 5000

/**
 * What goes with a question beside its words: files, and how it is to be answered. Fetched in a quiet moment, and again for as
 * long as it could not be.
 * @returns `hold`: why nothing can be sent now; empty when it can
 */
export function useExtras(options: ExtrasOptions): { hold: string; tray: ReactNode; tools: ReactNode } {
  const [part, setPart] = useState<Part | null>(null)
  const [hold, onHold] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const again = (): void => void setTimeout(() => setTries(tries + 1), AGAIN)
    return whenIdle(() => void import('#islands/ChatExtras.tsx').then(setPart, again), PATIENCE)
  }, [tries])
  return { hold, tray: part && <part.ChatFiles {...options} onHold={onHold} />, tools: part && <part.ChatTools {...options} /> }
}
