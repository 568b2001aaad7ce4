import { useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { runWhenIdle } from '#client/when-idle.ts'
import { FormulaContext, NearViewportContext } from '#ui/chat/answer-context.ts'
import type { drawFormula } from '#ui/chat/formula.ts'

type Draw = typeof drawFormula

/** Longest wait of a formula for an idle moment, in milliseconds. */
const PATIENCE = 500

/**
 * Set once the library has loaded. Formulas of a growing answer are then drawn as soon as they end.
 */
let loaded: Draw | null = null

/**
 * Returns a formula as elements. Returns null until the library has loaded, and for an invalid
 * formula.
 */
export function useFormula(source: string, display: boolean, finished: boolean): ReactNode {
  const near = useContext(NearViewportContext)
  const given = useContext(FormulaContext)
  const [draw, setDraw] = useState<Draw | null>(() => given ?? loaded)
  const wanted = finished && near && draw === null
  useEffect(() => (wanted ? fetchDraw(each => setDraw(() => each)) : undefined), [wanted])
  return useMemo(
    () => (finished && draw !== null ? draw(source, display) : null),
    [source, display, finished, draw]
  )
}

/** @returns cancels the callback */
function fetchDraw(tell: (draw: Draw) => void): () => void {
  let current = true
  const fetch = async (): Promise<void> => {
    const part = await import('#ui/chat/formula.ts').catch(() => null)
    if (part === null) return
    loaded = part.drawFormula
    if (current) tell(part.drawFormula)
  }
  const forget = runWhenIdle(() => void fetch(), PATIENCE)
  return () => {
    current = false
    forget()
  }
}
