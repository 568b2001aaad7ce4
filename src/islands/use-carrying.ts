import { useEffect, useRef, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { isKeySaved } from '#stores/persisted.ts'

type Place = {
  hub: HubInfo
  group: ChatGroup
  model: string
  field: RefObject<HTMLTextAreaElement | null>
  t: Translate
}

/** Sends a question that the user tried to send before they signed in. Few pages have one. */
export function usePendingQuestion({ hub, group, model, field, t }: Place): void {
  const chosen = useRef(model)
  useEffect(() => {
    chosen.current = model
  }, [model])
  useEffect(() => {
    if (!isKeySaved('pressed')) return undefined
    let over = false
    let end = (): void => undefined
    void import('#islands/carry-chat.ts').then(
      carrying => {
        if (!over)
          end = carrying.sendPendingQuestion({
            hub,
            group,
            modelOf: () => chosen.current,
            field,
            t
          })
      },
      () => undefined
    )
    return () => {
      over = true
      end()
    }
  }, [hub, group, field, t])
}
