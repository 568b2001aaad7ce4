import type { ChatGroupId, ChatModel } from '#core/chat.ts'

/** Our own drawing for each model group of the catalogue: a speech bubble, waves and a spark. */
const DRAWN = {
  chatgpt: 'M5 5.5h14v10H11l-4 3.5v-3.5H5zM9 10.5h6',
  deepseek: 'M3 8c3-3 6 3 9 0s6 3 9 0M3 13c3-3 6 3 9 0s6 3 9 0M3 18c3-3 6 3 9 0s6 3 9 0',
  grok: 'M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z'
} as const satisfies Partial<Record<ChatGroupId, string>>

type Props = { model: Pick<ChatModel, 'group' | 'label' | 'own'> }

/** The icon of a model's group. Other models, such as an operator's, show their first letter. */
export function ModelGlyph({ model: { group, label, own } }: Props) {
  const drawn = own || !(group in DRAWN) ? undefined : DRAWN[group as keyof typeof DRAWN]
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
      className="flex-none"
    >
      {drawn === undefined ? (
        <>
          <circle cx="12" cy="12" r="9" />
          <text x="12" y="16" textAnchor="middle" fontSize="11" stroke="none" fill="currentColor">
            {[...label][0]?.toUpperCase()}
          </text>
        </>
      ) : (
        <path d={drawn} strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  )
}
