import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { OFFLINE_FAILURE } from '#client/offline.ts'
import { runWhenAffordable, runAfterInteraction } from '#client/when-used.ts'
import {
  findChosenModel,
  type ComposerButtonPress,
  type ExtrasOptions
} from '#islands/extras-options.ts'
import { changeThread } from '#stores/thread.ts'
import { ComposerTools } from '#ui/chat/ComposerTools.tsx'
import { subscribeToNothing } from '#ui/unchanging.ts'

type Part = typeof import('#islands/ChatExtras.tsx')

/**
 * The longest wait for the browser to be idle, and the delay before a failed load is retried. Both
 * are in milliseconds.
 */
const PATIENCE = 2000
const AGAIN = 5000

/**
 * Returns the parts of the composer besides its text: files and settings. Their buttons are shown
 * immediately. The code behind them loads when the browser is idle, for guests only after the first
 * interaction, and again after a failure.
 * @returns `hold`: why nothing can be sent now; empty when sending is possible
 */
export function useExtras(options: ExtrasOptions): {
  hold: string
  tray: ReactNode
  tools: ReactNode
} {
  const { hub, thread, t } = options
  const [part, setPart] = useState<Part | null>(null)
  const [hold, onHold] = useState('')
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState<ComposerButtonPress | null>(null)
  const scripted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
  const isGuest = hub.user === null
  useEffect(() => {
    if (part !== null) return undefined
    const again = (): void => void setTimeout(() => setTries(tries + 1), AGAIN)
    const load = (): void => void import('#islands/ChatExtras.tsx').then(setPart, again)
    return (isGuest ? runAfterInteraction : runWhenAffordable)(load, PATIENCE)
  }, [tries, part, isGuest])
  const ask = (wanted: ComposerButtonPress): void => {
    setAsked(wanted)
    if (part === null)
      import('#islands/ChatExtras.tsx').then(setPart, () =>
        changeThread({ notice: OFFLINE_FAILURE })
      )
  }
  return {
    hold,
    tray: part && <part.ChatFiles {...options} onHold={onHold} />,
    tools: scripted && (
      <>
        <ComposerTools
          model={findChosenModel(options)}
          isSet={thread.preset !== '' || thread.temperature !== null}
          library={
            !isGuest &&
            (part ? (
              <part.AttachButtons {...options} />
            ) : (
              <span className="size-control flex-none" />
            ))
          }
          onFiles={files => ask({ files })}
          onSettings={button => ask({ button })}
          t={t}
        />
        {part && <part.ChatTools {...options} asked={asked} onTaken={() => setAsked(null)} />}
      </>
    )
  }
}
