import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { microToCredits, type TokenPrice } from '#core/money.ts'
import type { PriceRule } from '#core/price.ts'
import type { Service } from '#core/service.ts'
import { code, saidOf } from './condition-words.ts'

const PAGE = join(import.meta.dirname, '../docs/prices.md')

const HEAD = `# Prices

What a run costs, in credits. Of an action's rows the first one counts whose condition holds. Operators can change the
prices of chat models.

\`npm run gen\` writes this page from \`src/catalog\`, so that no price changes unnoticed.
`

/** Writes the page that lists the price of every action and every chat model, as Markdown. */
export function pricesPage(): string {
  return [HEAD, ...chatTable(), ...SERVICES.flatMap(serviceTable)].join('\n')
}

function chatTable(): string[] {
  const row = (name: string, { input, output }: TokenPrice): string =>
    `| ${name} | ${microToCredits(input)} | ${microToCredits(output)} |`
  const rows = CHAT_GROUPS.flatMap(({ models }) =>
    models.flatMap(({ name, price, long }) => [
      row(code(name), price),
      ...(long ? [row(`${code(name)}, prompts over ${long.above} tokens`, long.price)] : [])
    ])
  )
  return [
    '## chat',
    '',
    '| model | 1,000 tokens of a question | 1,000 tokens of an answer |',
    '|---|--:|--:|',
    ...rows,
    ''
  ]
}

function serviceTable({ id, actions = {} }: Service): string[] {
  const rows = Object.entries(actions).flatMap(([verb, { price }]) =>
    price.map(rule => `| ${verb} | ${whenText(rule)} | ${priceText(rule)} |`)
  )
  return rows.length === 0
    ? []
    : [`## ${id}`, '', '| action | when | credits |', '|---|---|---|', ...rows, '']
}

function whenText({ when }: PriceRule): string {
  return when === undefined ? 'otherwise' : saidOf(when)
}

function priceText({ credits, times = [], per = 1, plus = 0 }: PriceRule): string {
  const product = [credits, ...times.map(code)].join(' × ')
  return product + (per === 1 ? '' : ` ÷ ${per}`) + (plus === 0 ? '' : ` + ${plus}`)
}

if (import.meta.main) writeFileSync(PAGE, pricesPage())
