import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import CHAT_LIST from './model-lists/chat-2026-11-10.json' with { type: 'json' }
import FAL_CLIENT from './model-lists/fal-client.json' with { type: 'json' }
import MEDIA from './model-lists/media.json' with { type: 'json' }
import { code } from './condition-words.ts'
import { modelRows, type ModelRow } from './model-rows.ts'

const PAGE = join(import.meta.dirname, '../docs/models.md')

const HEAD = `# Models

Every model that users can choose, and each tool without a choice of models, by its action. The third column has the
names by which we call it at vendors. A vendor that the name of a retired model no longer calls gets that of its
successor. The last column names the lists in which we found these names, with their days, or says why there is none.
The day is that of the release, for chat models otherwise that of the first list with the model. A month stands where
sources disagree on the day. Names without a day are no models of their own.

\`npm run gen\` writes this page from \`src/catalog\` and the lists in \`scripts/model-lists\`.
`

/** Writes the page of all models, with the vendors' lists that have them, as Markdown. */
export function modelsPage(): string {
  const rows = modelRows().map(line)
  return [
    HEAD,
    '| name | service | called at vendors | since | until | becomes | list |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...sources()
  ].join('\n')
}

function line({ name, service, calls, since, until, becomes, listed }: ModelRow): string {
  const called = [...Map.groupBy(calls, ({ vendor }) => vendor)].map(
    ([vendor, each]) => `${vendor} ${each.map(({ id }) => code(id)).join(', ')}`
  )
  const next = becomes === '' ? '' : code(becomes)
  const label = name.startsWith('(') ? name : code(name)
  return `| ${[label, service, called.join('; '), since, until, next, listed].join(' | ')} |`
}

function sources(): string[] {
  const chat = Object.keys(CHAT_LIST.vendors).join(', ')
  const media = Object.entries(MEDIA.vendors).map(
    ([vendor, { date, source }]) => `| ${vendor} | ${date} | ${source} |`
  )
  return [
    '## Lists',
    '',
    '| vendor | day | source |',
    '|---|---|---|',
    `| ${chat} (chat) | ${CHAT_LIST.date} | ${CHAT_LIST.source} |`,
    `| fal | ${FAL_CLIENT.date} | ${FAL_CLIENT.source} |`,
    ...media,
    ''
  ]
}

if (import.meta.main) writeFileSync(PAGE, modelsPage())
