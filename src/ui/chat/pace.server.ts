import type { Block } from '#ui/chat/markdown-blocks.ts'
import { lexInSteps } from '#ui/chat/markdown-lexer.ts'
import { setPace } from '#ui/chat/pace.ts'

/** Work that is done before the process looks at other requests: steps of a lexer, each of half a millisecond at most. */
const AT_ONCE = 16

/** Work of drawing a piece, in steps of the lexer. */
const PIECE = 0.1

/** Longest texts that are kept as they were read, in characters of all together. */
const KEPT = 4_000_000

type Waiting = { work: number; go(): void }

let left = AT_ONCE
let timer: NodeJS.Immediate | null = null
let waiting: Waiting[] = []

/** Draws answers in pieces in this process. It can be called again and again. */
export function drawInPieces(): void {
  setPace({ read, turn: work => turn(work * PIECE) })
}

/** One after the other, each when there is time for it. Nobody is told before they ask: React asks again for what has come. */
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

/** Texts as they were read, the one that was asked for last at the end. */
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
