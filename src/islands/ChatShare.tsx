import { useEffect, useState } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { endLink, makeLink, readLink, type Outcome } from '#stores/sharing.ts'
import { ShareDialog } from '#ui/chat/ShareDialog.tsx'

type Props = {
  id: string
  title: string
  plans: string
  onClose(): void
  t: Translate
}

/** A dialog that creates, updates or removes the share link of a conversation. */
export function ChatShare({ id, title, plans, onClose, t }: Props) {
  const [link, setLink] = useState<string | null>()
  const [isTakenDown, setTakenDown] = useState(false)
  const [done, setDone] = useState<'made' | 'updated' | 'ended' | null>(null)
  const [busy, setBusy] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)

  useEffect(() => {
    let over = false
    void readLink(id).then(({ value, failure: problem }) => {
      if (over) return
      setBusy(false)
      setFailure(problem)
      // If the link cannot be read, the user can still create one. The server returns an existing
      // link.
      setLink(value?.link ?? null)
      setTakenDown(value?.isTakenDown === true)
    })
    return () => {
      over = true
    }
  }, [id])

  /**
   * Runs an action on the link.
   * @param said the message that the dialog shows on success
   */
  const act = async (
    work: () => Promise<Outcome<string | null>>,
    said: typeof done
  ): Promise<void> => {
    if (busy) return
    setBusy(true)
    setDone(null)
    const outcome = await work()
    setBusy(false)
    setFailure(outcome.failure)
    if (outcome.failure !== null) return
    setLink(outcome.value)
    setDone(said)
  }

  return (
    <ShareDialog
      {...{ title, link, isTakenDown, done, busy, failure, plans, onClose, t }}
      onMake={() => void act(() => makeLink(id), link == null ? 'made' : 'updated')}
      onEnd={() => void act(() => endLink(id), 'ended')}
    />
  )
}
