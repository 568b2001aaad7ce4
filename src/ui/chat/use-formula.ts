import { useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { whenIdle } from '#client/when-idle.ts'
import { DrawContext, NearContext } from '#ui/chat/answer-context.ts'
import type { drawFormula } from '#ui/chat/formula.ts'

type Draw = typeof drawFormula

/** Longest that a formula waits for a quiet moment, in milliseconds. */
const PATIENCE = 500

/** Once it is here, formulas of a growing answer are drawn as they end. */
let loaded: Draw | null = null

/** A formula as elements; null until what draws it has come, and for one that is broken. */
export function useFormula(source: string, display: boolean, finished: boolean): ReactNode {
  const near = useContext(NearContext)
  const given = useContext(DrawContext)
  const [draw, setDraw] = useState<Draw | null>(() => given ?? loaded)
  const wanted = finished && near && draw === null
  useEffect(() => (wanted ? fetchDraw(each => setDraw(() => each)) : undefined), [wanted])
  return useMemo(() => (finished && draw !== null ? draw(source, display) : null), [source, display, finished, draw])
}

/** @returns so that nobody is told any more */
function fetchDraw(tell: (draw: Draw) => void): () => void {
  let current = true
  const fetch = async (): Promise<void> => {
    const part = await import('#ui/chat/formula.ts').catch(() => null)
    if (part === null) return
    loaded = part.drawFormula
    if (current) tell(part.drawFormula)
  }
  const forget = whenIdle(() => void fetch(), PATIENCE)
  return () => {
    current = false
    forget()
  }
}
