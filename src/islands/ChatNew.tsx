import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { Chat, type ChatProps } from '#islands/Chat.tsx'
import { $thread } from '#stores/thread.ts'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'

/** An answer is readable without its form, too: where that cannot be fetched, and until it is. */
function PlainText({ text }: Pick<MarkdownProps, 'text'>) {
  return <p className="text-16 whitespace-pre-wrap">{text}</p>
}

const load = () =>
  import('#ui/chat/Markdown.tsx').then(
    module => ({ default: module.Markdown }),
    () => ({ default: PlainText })
  )
const LazyMarkdown = lazy<typeof PlainText | (typeof import('#ui/chat/Markdown.tsx'))['Markdown']>(load)

/** A chat that begins. What shows answers is fetched while the first one is thought about. */
export function ChatNew(props: ChatProps) {
  const begun = useStore($thread)?.phase === 'asking'
  useEffect(() => {
    if (begun) void load()
  }, [begun])
  return <Chat {...props} Markdown={Markdown} />
}

/** Only here, where the server renders no answer: it would send a large one as a script, which the page's policy forbids. */
function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={props.text} />}>
      <LazyMarkdown {...props} />
    </Suspense>
  )
}
