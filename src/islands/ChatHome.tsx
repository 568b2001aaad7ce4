import type { ReactNode } from 'react'
import { ChatNew } from '#islands/ChatNew.tsx'
import { sharedProps, type SharedProps } from '#client/page-props.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import type { HomeProps } from '#islands/home-props.ts'
import { useHome } from '#islands/use-home.tsx'
import { draftKey } from '#stores/drafts.ts'

type Props = {
  page: SharedProps<ChatProps & { home: HomeProps }>
  /** Markup from the island's slots: above the composer, the line below it, and the rest below. */
  hero?: ReactNode
  line?: ReactNode
  below?: ReactNode
}

/** The studio home: a new chat whose composer also starts the site's tools. */
export function ChatHome({ page, hero, line, below }: Props) {
  const { home, ...chat } = sharedProps(page)
  const tool = useHome(home, draftKey(chat.group.id, null))
  return <ChatNew {...chat} home={{ hero, line, below, start: home.start, tool }} />
}
