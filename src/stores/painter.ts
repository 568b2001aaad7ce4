/** Runs a job at most once a frame, however often it is asked for. */
export type Painter = {
  /** Soon. */
  ask(): void
  /** Now, if it was asked for. */
  flush(): void
}

/** Hidden pages get no frames; their text may lag. In milliseconds. */
const HIDDEN = 250

/** After so many frames an answer is long, and grows in steps of so many milliseconds: nobody reads faster. */
const EAGER = 40
const STEP = 90

export function createPainter(job: () => void): Painter {
  let cancel: (() => void) | null = null
  let painted = 0
  const flush = (): void => {
    if (cancel === null) return
    cancel()
    cancel = null
    painted++
    job()
  }
  return {
    flush,
    ask() {
      if (document.hidden) cancel ??= later(flush, HIDDEN)
      else cancel ??= painted < EAGER ? nextFrame(flush) : later(flush, STEP)
    }
  }
}

function later(job: () => void, milliseconds: number): () => void {
  const timer = setTimeout(job, milliseconds)
  return () => clearTimeout(timer)
}

function nextFrame(job: () => void): () => void {
  const frame = requestAnimationFrame(job)
  return () => cancelAnimationFrame(frame)
}
