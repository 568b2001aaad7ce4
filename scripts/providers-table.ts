import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICES } from '#catalog/index.ts'
import {
  SUBSTITUTES,
  substituteAction,
  type SubstituteName
} from '#catalog/midjourney/substitute.server.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { Condition } from '#core/condition.ts'
import type { Action, Service } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'
import { code, grouped, saidOf } from './condition-words.ts'

const PAGE = join(import.meta.dirname, '../docs/providers.md')

const HEAD = `# Providers

Which provider does which action of a service. The last column lists what that provider refuses: the field is then told,
before anything is charged. Values that are the default are always accepted.

\`npm run gen\` writes this page from \`src/catalog\`.
`

type Cannot = NonNullable<VendorAction['cannot']>[number]

/** Writes the page that shows which provider supports which action, as Markdown. */
export function providersPage(): string {
  return [HEAD, ...SERVICES.flatMap(serviceTable)].join('\n')
}

/** Writes the part for one service: its name, and a row for each action and provider. */
function serviceTable({ id, actions = {} }: Service): string[] {
  const rows = Object.entries(actions).flatMap(([verb, action]) => {
    const own = Object.entries(VENDOR_SERVICES).flatMap(([vendor, does]) => {
      const doing = does[id]?.[verb]
      return doing === undefined ? [] : [`| ${verb} | ${vendor} | ${refused(action, doing)} |`]
    })
    if (id === 'midjourney' && verb === 'imagine') own.push(...substitutes(action))
    return own.length > 0 ? own : [`| ${verb} | only another Polymuse (\`UPSTREAM_URL\`) | |`]
  })
  return rows.length === 0
    ? []
    : [`## ${id}`, '', '| action | provider | refuses |', '|---|---|---|', ...rows, '']
}

/**
 * Lists the services that can do the action instead of a vendor without an API, if the operator
 * chooses one.
 */
function substitutes(action: Action): string[] {
  const names = Object.keys(SUBSTITUTES) as SubstituteName[]
  return names.map(
    service =>
      `| imagine | ${service}, if \`MIDJOURNEY_SUBSTITUTE\` names it | ${refused(action, substituteAction({ service }))} |`
  )
}

function refused(
  { fields }: Action,
  { fields: known, cannot = [], links = [] }: Pick<VendorAction, 'fields' | 'cannot' | 'links'>
): string {
  const foreign = Object.keys(fields).filter(name => !known.includes(name))
  const unread = links.map(name => `${code(name)} where its address is not public`)
  return (
    [
      ...(foreign.length > 0 ? [foreign.map(code).join(', ')] : []),
      ...cannot.map(impossible),
      ...unread
    ].join('; ') || 'nothing'
  )
}

function impossible({ when, field, most }: Cannot): string {
  const all = 'all' in when ? when.all : [when]
  const isOwn = (each: Condition): boolean =>
    most === undefined && 'field' in each && each.field === field
  const own = all.filter(each => isOwn(each) && !('given' in each)).map(saidOf)
  const rest = all.filter(each => !isOwn(each)).map(grouped)
  const what = most === undefined ? '' : `more than ${most} of `
  return `${own.join(' and ') || what + code(field)}${rest.length > 0 ? ` where ${rest.join(' and ')}` : ''}`
}

if (import.meta.main) writeFileSync(PAGE, providersPage())
