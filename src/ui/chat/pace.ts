import { createElement, use, useMemo, useState, type ReactNode } from 'react'
import { createBlockReader, type Block } from '#ui/chat/markdown-blocks.ts'

/** How a server draws answers: in small pieces, so that other requests are answered in between. */
export type Pace = {
  /** Reads a text that is finished. */
  read(text: string): PromiseLike<readonly Block[]>
  /** Resolves when the next piece may be drawn. @param work how much that is, of an ordinary one */
  turn(work: number): PromiseLike<void>
}

let pace: Pace | null = null

/** From now on, everything is drawn at this pace. @param given null for all at once, as a browser does */
export function setPace(given: Pace | null): void {
  pace = given
}

/** The blocks of a text. @param growing is more to come? */
export function useBlocks(text: string, growing: boolean): readonly Block[] {
  const [read] = useState(createBlockReader)
  const whole = pace === null || growing ? null : use(pace.read(text))
  return useMemo(() => whole ?? read(text, growing), [whole, read, text, growing])
}

/** A piece of an answer that waits for its turn to be drawn. @param work how much it is, of an ordinary one */
export function Paced({ work = 1, children }: { work?: number; children?: ReactNode }): ReactNode {
  if (pace !== null) use(pace.turn(work))
  return children
}

/** So many elements are drawn at once. Each piece that waits is asked for twice, which takes 5 µs. */
const TOGETHER = 10

/** Elements with keys, drawn a few at a time, each of about the same work. */
export function PacedList({ items }: { items: readonly ReactNode[] }): ReactNode {
  return Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, part) => {
    const together = items.slice(part * TOGETHER, (part + 1) * TOGETHER)
    return createElement(Paced, { key: part, work: together.length }, together)
  })
}
