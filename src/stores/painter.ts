/** Runs a job at most once a frame, however often it is asked for. */
export type Painter = {
  /** Soon. */
  ask(): void
  /** Now, if it was asked for. */
  flush(): void
}

/** Hidden pages get no frames; their text may lag. In milliseconds. */
const HIDDEN = 250

export function createPainter(job: () => void): Painter {
  let cancel: (() => void) | null = null
  const flush = (): void => {
    if (cancel === null) return
    cancel()
    cancel = null
    job()
  }
  return {
    flush,
    ask() {
      cancel ??= document.hidden ? later(flush) : nextFrame(flush)
    }
  }
}

function later(job: () => void): () => void {
  const timer = setTimeout(job, HIDDEN)
  return () => clearTimeout(timer)
}

function nextFrame(job: () => void): () => void {
  const frame = requestAnimationFrame(job)
  return () => cancelAnimationFrame(frame)
}
