import { createElement, use, useMemo, useState, type ReactNode } from 'react'
import { createBlockReader, type Block } from '#ui/chat/markdown-blocks.ts'

/**
 * The way in which a server draws answers: in small pieces, so that it handles other requests in
 * between.
 */
type Pace = {
  /** Parses a finished text. */
  read(text: string): PromiseLike<readonly Block[]>
  /**
   * Resolves when the next piece may be drawn.
   * @param work the work of the piece, where 1 is an ordinary one
   */
  turn(work: number): PromiseLike<void>
}

let pace: Pace | null = null

/**
 * Sets the pace of all further drawing.
 * @param given null draws everything at once, as browsers do
 */
export function setPace(given: Pace | null): void {
  pace = given
}

/**
 * Returns the blocks of a text.
 * @param growing whether more text will follow
 */
export function useBlocks(text: string, growing: boolean): readonly Block[] {
  const [read] = useState(createBlockReader)
  const whole = pace === null || growing ? null : use(pace.read(text))
  return useMemo(() => whole ?? read(text, growing), [whole, read, text, growing])
}

/**
 * Draws one piece of an answer. On a server, the piece waits until there is time for it.
 * @param work the work of the piece, where 1 is an ordinary one
 */
export function PacedPiece({
  work = 1,
  children
}: {
  work?: number
  children?: ReactNode
}): ReactNode {
  if (pace !== null) use(pace.turn(work))
  return children
}

/**
 * Elements per piece. Pieces are not smaller, because React asks for each waiting piece twice,
 * which takes 5 µs.
 */
const TOGETHER = 10

/** Draws elements with keys in small groups, each of about the same work. */
export function PacedList({ items }: { items: readonly ReactNode[] }): ReactNode {
  return Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, part) => {
    const together = items.slice(part * TOGETHER, (part + 1) * TOGETHER)
    return createElement(PacedPiece, { key: part, work: together.length }, together)
  })
}
