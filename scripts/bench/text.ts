/** Characters per token. */
const TOKEN = 4

/** One generator for each kind of block in answers. The number makes each block unique. */
const KINDS: readonly ((n: number) => string)[] = [
  n => `## Part ${n}: what the tide does`,
  n =>
    `The tide of day ${n} rises **twice**, and *twice* it falls. What moves it is the moon, which a [table of tides](https://example.com/${n}) shows; \`height(t)\` is its curve, and a storm changes it by a metre or more. Whoever sails by it keeps ${n} hours in mind, and looks up.`,
  n =>
    `1. Look up the port, number ${n}\n2. Add the correction\n3. Wait for the turn\n   - of the tide\n   - of the wind`,
  n =>
    `\`\`\`ts\nfunction height${n}(hours: number): number {\n  // Two tides a day.\n  return 2 + 1.5 * Math.cos((hours / 12.42) * 2 * Math.PI)\n}\n\`\`\``,
  n =>
    `| port | high | low |\n|---|--:|--:|\n| Brest ${n} | 7.1 m | 1.2 m |\n| Cuxhaven | 3.4 m | 0.4 m |\n| Dover | 6.8 m | 0.9 m |`,
  n => `> Time and tide wait for nobody, says proverb ${n}, and it may be right.`,
  n =>
    `- [x] charts of ${n}\n- [ ] lamps and oil\n- [ ] a second anchor, in case the first one drags`
]

/** A formula, for conversations only: the floor page cannot show one. */
const FORMULA = (n: number): string =>
  `The height is\n\n$$\nh_{${n}}(t) = \\frac{a_{${n}}}{2} + \\sum_{k=1}^{8} b_k \\cos(k \\omega t)\n$$\n\nwith $\\omega = 2\\pi/T$.`

/**
 * Builds a Markdown text of `tokens` tokens.
 * @returns its pieces, one per token
 */
export function answerOf(tokens: number): string[] {
  let text = ''
  for (let n = 0; text.length < tokens * TOKEN; n++)
    text += `${(KINDS[n % KINDS.length] ?? FORMULA)(n)}\n\n`
  return Array.from({ length: tokens }, (_, index) =>
    text.slice(index * TOKEN, (index + 1) * TOKEN)
  )
}

/** Blocks per answer of a conversation. */
const BLOCKS = 8

/**
 * Builds the messages of a long conversation: question and answer in turn, with all kinds of
 * blocks.
 */
export function messagesOf(
  count: number
): { role: 'user' | 'assistant'; content: string; state: 'finished' }[] {
  const kinds = [...KINDS, FORMULA]
  return Array.from({ length: count }, (_, index) => {
    if (index % 2 === 0)
      return {
        role: 'user',
        content: `Question ${index}: what of tide ${index}?`,
        state: 'finished'
      }
    const blocks = Array.from({ length: BLOCKS }, (__, at) =>
      (kinds[(index * 3 + at * 5) % kinds.length] ?? FORMULA)(index)
    )
    return {
      role: 'assistant',
      content: `Answer ${index}, marked word-${index}.\n\n${blocks.join('\n\n')}`,
      state: 'finished'
    }
  })
}
