import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makerOf } from '#catalog/chat/provider.server.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { VENDOR_NAMES } from '#client/provider-keys.server.ts'
import { OWN_SERVICE_SOURCES } from '#core/own-service.ts'

const PAGE = join(import.meta.dirname, '../README.md')

/** The lines of the README between which the table is written. */
const BEGIN = '<!-- Written by `npm run gen` from src/catalog: -->'
const END = '<!-- End of what `npm run gen` writes. -->'

/** Names of servers that have no key page. */
const SERVERS: Readonly<Record<string, string>> = {
  a1111: 'Automatic1111',
  comfyui: 'ComfyUI',
  llama: 'Llama, by any OpenAI-compatible server',
  ollama: 'Ollama',
  openapi: 'Any OpenAPI document'
}

const MEDIA = ['image', 'video', 'audio'] as const

/**
 * Returns the README with a current table of vendors and their work.
 * @throws Error where the README lacks the lines for it
 */
export function withVendors(readme: string): string {
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END)
  if (begin === -1 || end < begin) throw new Error('README.md lacks the lines for the vendors')
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${table()}\n\n${readme.slice(end)}`
}

function table(): string {
  const chat = new Set<string>(CHAT_GROUPS.map(makerOfGroup))
  const all = [...new Set([...Object.keys(VENDOR_SERVICES), ...chat, ...OWN_SERVICE_SOURCES])]
  const rows = all.map(vendor => {
    const does = [
      chat.has(vendor),
      ...MEDIA.map(medium => doesMedium(vendor, medium)),
      OWN_SERVICE_SOURCES.some(source => source === vendor)
    ]
    return `| ${[nameOf(vendor), ...does.map(each => (each ? '✓' : ''))].join(' | ')} |`
  })
  return [
    '| provider | chat | images | videos | audio | your own tools |',
    '|---|:-:|:-:|:-:|:-:|:-:|',
    ...rows
  ].join('\n')
}

function makerOfGroup({ id }: (typeof CHAT_GROUPS)[number]): string {
  return makerOf({ group: id })
}

/**
 * Checks whether a vendor generates this medium. A tool that returns text counts under its own
 * medium.
 */
function doesMedium(vendor: string, medium: (typeof MEDIA)[number]): boolean {
  const does = Object.entries(VENDOR_SERVICES).find(([name]) => name === vendor)?.[1] ?? {}
  return SERVICES.some(({ id, medium: own, actions = {} }) =>
    Object.keys(does[id] ?? {}).some(verb => {
      const as = actions[verb]?.shows.as
      return (as === 'text' ? own : as) === medium
    })
  )
}

function nameOf(vendor: string): string {
  const known: Readonly<Record<string, string | null>> = VENDOR_NAMES
  return SERVERS[vendor] ?? known[vendor] ?? vendor
}

if (import.meta.main) writeFileSync(PAGE, withVendors(readFileSync(PAGE, 'utf8')))
