/** Runs a job at most once per frame, however often it is requested. */
type Painter = {
  /** Requests the job for the next frame. */
  ask(): void
  /** Runs the job now if it was requested. */
  flush(): void
}

/** The delay on hidden pages, which get no frames, in milliseconds. Their text may lag. */
const HIDDEN = 250

/**
 * After `EAGER` frames an answer is long. It then updates every `STEP` milliseconds, since nobody
 * reads faster.
 */
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
