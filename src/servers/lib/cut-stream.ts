/**
 * A stream that ends with a signal: what was not read yet is dropped, and one last frame says why.
 * @param lastFrame asked for once the signal was given
 * @param over called when the stream has ended, for whatever reason
 */
export function cutStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  { lastFrame, over }: { lastFrame: () => Promise<string>; over: () => void }
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  const cut = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  const end = (): void => {
    signal.removeEventListener('abort', cut)
    over()
  }
  signal.addEventListener('abort', cut, { once: true })
  if (signal.aborted) cut()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          end()
          throw error
        })
        if (!done && !signal.aborted) return controller.enqueue(value)
        end()
        if (signal.aborted) controller.enqueue(new TextEncoder().encode(await lastFrame()))
        controller.close()
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      }
    },
    // Nothing is read ahead: what waits here would be told after the cut.
    { highWaterMark: 0 }
  )
}
