/**
 * Ends a stream when the signal is aborted: it drops what was not read yet, and adds one last frame
 * with the reason.
 * @param lastFrame returns the frame; it is called after the signal is aborted
 * @param over is called when the stream has ended, for any reason
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
    // The stream reads nothing ahead, since buffered data would still be sent after the cut.
    { highWaterMark: 0 }
  )
}
