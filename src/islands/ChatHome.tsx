import type { ReactNode } from 'react'
import { ChatNew } from '#islands/ChatNew.tsx'
import type { ChatProps } from '#islands/chat-props.ts'
import { HOME_FORM, type HomeProps } from '#islands/home-props.ts'
import { useHome } from '#islands/use-home.tsx'
import { draftKey } from '#stores/drafts.ts'

type Props = ChatProps & {
  home: HomeProps
  /** Markup of the page around the composer, from its slots. */
  hero?: ReactNode
  below?: ReactNode
}

/** The studio home: a new chat whose composer also starts the site's tools. */
export function ChatHome({ home, hero, below, ...chat }: Props) {
  const { line, action, text } = home
  const tool = useHome(home, draftKey(chat.group.id, null))
  const front = {
    hero,
    below,
    line: line === '' ? null : <p className="pb-2 text-center text-13 text-muted">{line}</p>,
    start: {
      form: { id: HOME_FORM, action },
      field: { defaultValue: text, style: { minBlockSize: '6rem' } }
    },
    tool
  }
  return <ChatNew {...chat} home={front} />
}
