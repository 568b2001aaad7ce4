import type { Block } from '#ui/chat/markdown-blocks.ts'
import { lexInSteps } from '#ui/chat/markdown-lexer.ts'
import { setPace } from '#ui/chat/pace.ts'

/**
 * Work until the process handles other requests, in steps of the lexer. A step takes at most half a
 * millisecond.
 */
const AT_ONCE = 16

/** Work of drawing an ordinary piece, in steps of the lexer. */
const PIECE = 0.1

/** Size limit of the cache of parsed texts, in characters of all texts together. */
const KEPT = 4_000_000

type Waiting = { work: number; go(): void }

let left = AT_ONCE
let timer: NodeJS.Immediate | null = null
let waiting: Waiting[] = []

/** Makes this process draw answers in pieces. Repeated calls are harmless. */
export function drawInPieces(): void {
  setPace({ read, turn: work => turn(work * PIECE) })
}

/**
 * Waits until there is time for the next piece. A piece queues only when React subscribes to it,
 * because React asks again for pieces that are finished.
 */
function turn(work: number): PromiseLike<void> {
  if (waiting.length === 0 && take(work)) return DONE
  const then = (resolve?: (() => unknown) | null): PromiseLike<void> => {
    timer ??= setImmediate(goOn)
    waiting.push({ work, go: () => resolve?.() })
    return DONE
  }
  // oxlint-disable-next-line unicorn/no-thenable -- a promise would stand in line for each time that React asks
  return { then: then as PromiseLike<void>['then'] }
}

const DONE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined } as const)

function take(work: number): boolean {
  if (left <= 0) return false
  left -= work
  timer ??= setImmediate(goOn)
  return true
}

function goOn(): void {
  timer = null
  left = AT_ONCE
  let count = 0
  while (count < waiting.length && take(waiting[count]?.work ?? 0)) count++
  const now = waiting.slice(0, count)
  waiting = waiting.slice(count)
  for (const { go } of now) go()
}

/** Cache of parsed texts; the most recently used is last. */
const texts = new Map<string, Promise<readonly Block[]>>()
let kept = 0

function read(text: string): Promise<readonly Block[]> {
  const blocks = texts.get(text) ?? readSlowly(text)
  if (texts.delete(text)) kept -= text.length
  texts.set(text, blocks)
  kept += text.length
  for (const [oldest] of texts) {
    if (kept <= KEPT) break
    texts.delete(oldest)
    kept -= oldest.length
  }
  return blocks
}

async function readSlowly(text: string): Promise<readonly Block[]> {
  const steps = lexInSteps(text, { growing: false, begun: false, numbers: new Map(), formulas: 0 })
  for (let work = 1; ;) {
    await turn(work)
    const step = steps.next()
    if (step.done === true) return step.value.map(token => ({ token, closed: true }))
    work = step.value
  }
}
