import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICES } from '#catalog/index.ts'
import { SUBSTITUTES, substituteAction, type SubstituteName } from '#catalog/midjourney/substitute.server.ts'
import { VENDORS } from '#catalog/vendors.server.ts'
import type { Condition } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'

const README = join(import.meta.dirname, '..', 'README.md')
const BEGIN = '<!-- providers: written by `npm run gen` -->'
const END = '<!-- /providers -->'

type Cannot = NonNullable<VendorAction['cannot']>[number]

/** Which provider does which action, and what it refuses of it: a table of Markdown. */
export function providersTable(): string {
  const rows = SERVICES.flatMap(({ id, actions = {} }) =>
    Object.entries(actions).flatMap(([verb, action]) => {
      const own = Object.entries(VENDORS).flatMap(([vendor, does]) => {
        const doing = does[id]?.[verb]
        return doing === undefined ? [] : [`| ${id} ${verb} | ${vendor} | ${refused(action, doing)} |`]
      })
      if (id === 'midjourney' && verb === 'imagine') own.push(...substitutes(action))
      return own.length > 0 ? own : [`| ${id} ${verb} | | nobody but an upstream |`]
    })
  )
  return ['| service, action | provider | what it refuses where it is given and is not the default |', '|---|---|---|', ...rows].join('\n')
}

/** The README with the table of now in it. @throws RangeError where it has no place for it */
export function withProviders(readme: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new RangeError(`README.md has no ${BEGIN}`)
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${providersTable()}\n\n${readme.slice(end)}`
}

/** Who stands in for the vendor that has no API, where the operator wants that. */
function substitutes(action: Action): string[] {
  const names = Object.keys(SUBSTITUTES) as SubstituteName[]
  return names.map(service => `| midjourney imagine | ${service}, as its substitute | ${refused(action, substituteAction({ service }))} |`)
}

function refused({ fields }: Action, { fields: known, cannot = [] }: Pick<VendorAction, 'fields' | 'cannot'>): string {
  const foreign = Object.keys(fields).filter(name => !known.includes(name))
  return [...(foreign.length > 0 ? [foreign.map(code).join(', ')] : []), ...cannot.map(impossible)].join('; ') || 'nothing'
}

function impossible({ when, field, most }: Cannot): string {
  const all = 'all' in when ? when.all : [when]
  const isOwn = (each: Condition): boolean => most === undefined && 'field' in each && each.field === field
  const own = all.filter(each => isOwn(each) && !('given' in each)).map(saidOf)
  const rest = all.filter(each => !isOwn(each)).map(grouped)
  const what = most === undefined ? '' : `more than ${most} of `
  return `${own.join(' and ') || what + code(field)}${rest.length > 0 ? ` where ${rest.join(' and ')}` : ''}`
}

/** A condition in words. */
function saidOf(condition: Condition): string {
  if ('all' in condition) return condition.all.map(grouped).join(' and ')
  if ('any' in condition) return condition.any.map(grouped).join(' or ')
  if ('not' in condition) return negated(condition.not)
  if ('given' in condition) return `${code(condition.field)} is ${condition.given ? '' : 'not '}given`
  if ('has' in condition) return `${code(condition.field)} has ${code(condition.has)}`
  return `${code(condition.field)} is ${values('is' in condition ? [condition.is] : condition.in)}`
}

function negated(condition: Condition): string {
  if ('is' in condition) return `${code(condition.field)} is not ${values([condition.is])}`
  if ('in' in condition) return `${code(condition.field)} is not ${values(condition.in)}`
  if ('given' in condition) return saidOf({ field: condition.field, given: !condition.given })
  return 'not' in condition ? saidOf(condition.not) : `not (${saidOf(condition)})`
}

function grouped(condition: Condition): string {
  return 'any' in condition ? `(${saidOf(condition)})` : saidOf(condition)
}

function values(all: readonly Json[]): string {
  return all.map(code).join(' or ')
}

function code(value: Json): string {
  return `\`${String(value)}\``
}

if (import.meta.main) writeFileSync(README, withProviders(readFileSync(README, 'utf8')))
