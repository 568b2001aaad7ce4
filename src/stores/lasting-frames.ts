import { BrokenStream } from '#client/chat-stream.ts'
import { isOffline } from '#client/problem.ts'
import type { ChatFrame } from '#contract/conversation.ts'
import { type Problem, toProblem } from '#core/problem.ts'

export type Frames = AsyncGenerator<ChatFrame>

/** Milliseconds before each try to take a lost stream up again; counted anew once something has come. */
const PAUSES = [300, 1000, 2000, 4000, 8000, 15_000]

export type Connections = {
  /** The first connection. */
  open(): Promise<Frames>
  /** A further one, from behind the frame numbered `after`. */
  follow(id: string, after: number): Promise<Frames>
  /** The conversation, where it is known before the first frame. */
  id?: string
  rest?: (milliseconds: number) => Promise<void>
}

/**
 * The frames of one answer, each once, over as many connections as it takes: the run goes on at the server while nobody reads.
 * @throws Problem the answer's own; that of the connection when it cannot be taken up again
 */
export async function* lastingFrames({ open, follow, id: known = '', rest = pause }: Connections): Frames {
  let [id, seq, tries] = [known, 0, 0]
  let connect = open
  for (;;) {
    try {
      for await (const frame of await connect()) {
        if (frame.seq > 0 && frame.seq <= seq) continue
        id = frame.id || id
        seq = Math.max(seq, frame.seq)
        tries = 0
        yield frame
      }
      return
    } catch (thrown) {
      const problem = toProblem(thrown)
      const wait = PAUSES[tries++]
      if (id === '' || wait === undefined || !isLost(problem)) throw problem
      await rest(wait * (1 + Math.random() / 2))
      connect = () => follow(id, seq)
    }
  }
}

function isLost(problem: Problem): boolean {
  return problem instanceof BrokenStream || problem.code === 'timeout' || isOffline(problem)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })
}
